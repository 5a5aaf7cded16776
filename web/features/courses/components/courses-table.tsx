import type { ReactNode } from 'react';
import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { DataTable, type Column } from '../../../shared/ui/data-table.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { Pager } from '../../../shared/ui/pager.js';
import { TableSkeleton } from '../../../shared/ui/table-skeleton.js';
import type { AskAboutCourse } from '../course-asked.js';
import { narrowed } from '../course-list.js';
import { manages, seesOrganizations, type CoursesViewer } from '../courses-viewer.js';
import type { CoursesInUrl } from '../use-courses-in-url.js';
import { CourseRow } from './course-row.js';

const PAGE_SIZE = 50;

interface CoursesTableProps {
  viewer: CoursesViewer;
  /** Undefined while they load. */
  courses: readonly CourseListing[] | undefined;
  failed: boolean;
  retry: () => void;
  list: CoursesInUrl;
  now: Date;
  /** The button that creates a course, for who may. */
  create: ReactNode;
  gradebookHref: (sessionId: string) => string;
  onAsk: AskAboutCourse;
}

/** The courses that are asked for, a page of them; or why there is none. */
export function CoursesTable({ viewer, courses, failed, retry, list, create, ...row }: CoursesTableProps) {
  if (failed) return <LoadFailed what="The courses" onRetry={retry} />;
  if (!courses) return <TableSkeleton />;
  const shown = narrowed(courses, list);
  if (shown.length === 0)
    return (
      <EmptyNote title="No Courses Found">
        {courses.length > 0 ? (
          <p>No course fits. Search for less{seesOrganizations(viewer) && ', or choose all organizations'}.</p>
        ) : create ? (
          <>
            <p>Create the first one. Its access code lets students join.</p>
            {create}
          </>
        ) : (
          <p>Ask your administrator to create a course with you as its instructor.</p>
        )}
      </EmptyNote>
    );
  const page = Math.min(list.page, Math.floor((shown.length - 1) / PAGE_SIZE));
  return (
    <>
      <DataTable label="Courses" columns={columnsFor(viewer)}>
        {shown.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE).map((course) => (
          <CourseRow key={course.id} course={course} viewer={viewer} onOpen={() => list.onCourse(course.id)} {...row} />
        ))}
      </DataTable>
      {shown.length > PAGE_SIZE && <Pager page={page} pageSize={PAGE_SIZE} total={shown.length} onPage={list.onPage} />}
    </>
  );
}

/** Administrators see whose a course is and manage it, instructors do not (product §6, decisions §2, 28). */
const columnsFor = (viewer: CoursesViewer): Column[] => [
  { label: 'Course' },
  { label: 'Access code' },
  { label: 'Status' },
  { label: 'Start' },
  { label: 'End' },
  { label: 'Students' },
  ...(seesOrganizations(viewer) ? [{ label: 'Organization' }] : []),
  ...(manages(viewer) ? [{ label: 'Instructor' }, { label: 'Actions' }] : []),
];
