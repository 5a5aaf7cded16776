import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { scenariosQuery } from '../../features/catalogue/api/get-scenarios.js';
import type { HistoryTarget } from '../../features/audit/components/history-drawer.js';
import { CoursesPage } from '../../features/courses/components/courses-page.js';
import { RecordClassesSwitch } from '../../features/organizations/components/record-classes-switch.js';
import { useOrganizationChoices } from '../../features/organizations/use-organization-choices.js';
import { useFirstRole, useSignedInUser } from '../../features/sign-in/use-signed-in.js';
import { lazyDialog } from '../../shared/lazy/lazy-part.js';
import { TableSkeleton } from '../../shared/ui/table-skeleton.js';
import { paths } from '../paths.js';

const GradingDialog = lazyDialog(() => import('../../features/grades/components/grading-dialog.js'));
const HistoryDrawer = lazyDialog(() => import('../../features/audit/components/history-drawer.js'));

/** The courses of an administrator or an instructor. The role decides which controls are shown. */
export default function CoursesRoute() {
  const role = useFirstRole();
  const user = useSignedInUser();
  const organizations = useOrganizationChoices(role === 'SystemAdmin');
  const [shown, setShown] = useState<HistoryTarget | null>(null);
  const [graded, setGraded] = useState<string | null>(null);
  if (!role) return <TableSkeleton />;
  return (
    <>
      <CoursesPage
        // Not awaited: the list appears sooner, and only creating a course needs the organization.
        viewer={{ role, organizationId: user?.organizationId ?? null }}
        organizations={organizations}
        gradebookHref={(sessionId) => paths.gradebook.to({ sessionId })}
        tools={
          role === 'OrganizationAdmin' &&
          user?.organizationId && <RecordClassesSwitch organizationId={user.organizationId} />
        }
        onGrading={({ id }) => setGraded(id)}
        onHistory={({ id, name }) => setShown({ type: 'course', id, name })}
      />
      {graded && <CourseGrading courseId={graded} onClose={() => setGraded(null)} />}
      {shown && <HistoryDrawer target={shown} onClose={() => setShown(null)} />}
    </>
  );
}

/** The settings are for all classes of the course, so the weights are of the present catalogue. */
function CourseGrading({ courseId, onClose }: { courseId: string; onClose: () => void }) {
  const { data: catalogue = [] } = useQuery(scenariosQuery());
  const scenarios = catalogue.filter(({ gameMode }) => gameMode !== 'Sandbox');
  const campaigns = new Map(scenarios.map(({ campaignId, campaignTitle }) => [campaignId, campaignTitle]));
  return (
    <GradingDialog
      courseId={courseId}
      scenarios={scenarios.map(({ scenarioId, scenarioTitle }) => ({ id: scenarioId, title: scenarioTitle }))}
      campaigns={[...campaigns].map(([id, title]) => ({ id, title }))}
      onClose={onClose}
    />
  );
}
