import { mdiPlus } from '@mdi/js';
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { lazyDialog } from '../../../shared/lazy/lazy-part.js';
import { Icon } from '../../../shared/ui/icon.js';
import { zoneAt } from '../../../shared/local-time.js';
import { LiveSign } from '../../../shared/ui/live-sign.js';
import { Page } from '../../../shared/ui/page.js';
import { SearchField } from '../../../shared/ui/search-field.js';
import { SelectField } from '../../../shared/ui/fields.js';
import { useDueNow } from '../../../shared/use-due-now.js';
import type { CourseDialog } from './course-dialogs.js';
import { COURSE_STATUSES } from '../course-list.js';
import { nextDue } from '../course-state.js';
import { manages, seesOrganizations, type CoursesViewer } from '../courses-viewer.js';
import { useCourses } from '../use-courses.js';
import { useCoursesInUrl } from '../use-courses-in-url.js';
import { coursesMessages as messages } from '../courses.messages.js';
import styles from './courses-page.module.css';
import { CoursesTable } from './courses-table.js';

const CourseDialogs = lazyDialog(() => import('./course-dialogs.js'));
const CourseDrawer = lazyDialog(() => import('./course-drawer.js'));

interface CoursesPageProps {
  viewer: CoursesViewer;
  /** Organizations that a system admin may choose from; empty for other roles. */
  organizations: readonly { id: string; name: string }[];
  gradebookHref: (sessionId: string) => string;
  onGrading: (course: CourseListing) => void;
  onHistory: (course: CourseListing) => void;
  /** More controls beside the title. */
  tools?: ReactNode;
}

/** The Courses page: all courses visible to the viewer, their classes, and the actions on them. */
export function CoursesPage({ viewer, organizations, gradebookHref, onGrading, onHistory, tools }: CoursesPageProps) {
  const { courses, failed, retry } = useCourses();
  const list = useCoursesInUrl();
  const [dialog, setDialog] = useState<CourseDialog | null>(null);
  const [due, setDue] = useState<number | null>(null);
  const now = useDueNow(due);
  const next = nextDue(courses ?? [], now);
  if (next !== due) setDue(next);

  const create = manages(viewer) && (
    <Button variant="contained" startIcon={<Icon path={mdiPlus} />} onClick={() => setDialog({ kind: 'create' })}>
      {messages.create}
    </Button>
  );
  return (
    <Page
      title={messages.title}
      className={styles.page}
      beside={
        <>
          <LiveSign />
          {tools}
          {courses && courses.length > 0 && create}
        </>
      }
    >
      {courses && courses.length > 0 && (
        <div className={styles.toolbar}>
          <SearchField value={list.search} placeholder={messages.searchHint} onSearch={list.onSearch} />
          <SelectField
            label={messages.columns.status}
            value={list.status}
            options={[
              { value: '', text: messages.allStatuses },
              ...COURSE_STATUSES.map((status) => ({ value: status, text: messages.statuses[status] })),
            ]}
            onChange={list.onStatus}
          />
          {seesOrganizations(viewer) && (
            <SelectField
              label={messages.columns.organization}
              value={list.organizationId}
              options={[
                { value: '', text: messages.allOrganizations },
                ...organizations.map(({ id, name }) => ({ value: id, text: name })),
              ]}
              onChange={list.onOrganization}
            />
          )}
        </div>
      )}
      {courses && courses.length > 0 && <p className={styles.zone}>{messages.timesAreIn(zoneAt(now))}</p>}
      <CoursesTable
        viewer={viewer}
        courses={courses}
        failed={failed}
        retry={retry}
        list={list}
        now={now}
        create={create}
        gradebookHref={gradebookHref}
        onAction={(action, course) => {
          if (action === 'history') onHistory(course);
          else if (action === 'grading') onGrading(course);
          else setDialog({ kind: action, courseId: course.id });
        }}
      />
      {list.courseId && courses && (
        <CourseDrawer
          key={list.courseId}
          courseId={list.courseId}
          listing={courses.find(({ id }) => id === list.courseId)}
          now={now}
          gradebookHref={gradebookHref}
          onClose={() => list.onCourse(null)}
        />
      )}
      {dialog && courses && (
        <CourseDialogs
          dialog={dialog}
          courses={courses}
          viewer={viewer}
          organizations={organizations}
          onOpen={setDialog}
          onClose={() => setDialog(null)}
        />
      )}
    </Page>
  );
}
