import { useQuery } from '@tanstack/react-query';
import type { VisibleClass } from '../../../api/contracts/group.contract.js';
import { classQuery } from '../../features/courses/courses.api.js';
import { LeaderboardPanel } from '../../features/leaderboards/components/leaderboard-panel.js';
import { useFirstRole } from '../../features/sign-in/use-signed-in.js';
import { usePageSubject } from '../../shared/page-subject.js';
import { appMessages as messages } from '../app.messages.js';
import { STAFF_ROLES } from '../landing.js';
import { useBoardFilters } from './use-board-filters.js';
import { useBoardInUrl } from './use-board-in-url.js';
import { lazyPart } from '../../shared/lazy/lazy-part.js';

const StaffLeaderboardTools = lazyPart(() => import('./staff-leaderboard-tools.js'));

interface ClassLeaderboardProps {
  sessionId: string;
  /** The class if it is already loaded. Without it, a class that cannot be loaded leads to an error page. */
  session?: VisibleClass;
  headingLevel?: 'h1' | 'h2';
}

/** A class's leaderboard. Any staff member who is allowed to see it is staff of its course, and gets its controls. */
export function ClassLeaderboard({ session: loaded, ...props }: ClassLeaderboardProps) {
  const { data: session } = useQuery({ ...classQuery(props.sessionId), initialData: loaded });
  usePageSubject(session?.name);
  const { campaignId, scenarioId } = useBoardInUrl();
  const role = useFirstRole();
  const staff = role !== undefined && STAFF_ROLES.includes(role);
  const scope = { sessionId: props.sessionId, campaignId, scenarioId };
  return (
    <LeaderboardPanel
      {...props}
      scope={scope}
      title={messages.pages.leaderboard}
      subtitle={session?.name}
      filters={useBoardFilters()}
      staff={staff}
      renderControls={
        staff
          ? (frozenAt) =>
              session && <StaffLeaderboardTools scope={scope} courseId={session.groupId} frozenAt={frozenAt} />
          : undefined
      }
    />
  );
}
