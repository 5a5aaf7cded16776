import { useMemo, type ReactNode } from 'react';
import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { DataTable, type Column } from '../../../shared/ui/data-table.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { Pager } from '../../../shared/ui/pager.js';
import { TableSkeleton } from '../../../shared/ui/table-skeleton.js';
import type { OnCourseAction } from './course-dialogs.js';
import { filterCourses, sorted, type CourseSort } from '../course-list.js';
import { manages, seesOrganizations, type CoursesViewer } from '../courses-viewer.js';
import type { CoursesInUrl } from '../use-courses-in-url.js';
import { usePrinting } from '../../../shared/print/use-printing.js';
import { coursesMessages as messages } from '../courses.messages.js';
import { CourseRow } from './course-row.js';

const PAGE_SIZE = 50;

interface CoursesTableProps {
  viewer: CoursesViewer;
  /** Undefined while the courses load. */
  courses: readonly CourseListing[] | undefined;
  failed: boolean;
  retry: () => void;
  list: CoursesInUrl;
  now: Date;
  /** The button that creates a course; empty for viewers who may not create one. */
  create: ReactNode;
  gradebookHref: (sessionId: string) => string;
  onAction: OnCourseAction;
}

/** One page of the matching courses, or all of them in print; explains an empty list. */
export function CoursesTable({ viewer, courses, failed, retry, list, create, ...row }: CoursesTableProps) {
  const isPrinting = usePrinting() !== null;
  const { search, organizationId, status, sorting } = list;
  const { by, order } = sorting;
  const shown = useMemo(
    () => sorted(filterCourses(courses ?? [], { search, organizationId, status }, row.now), { by, order }, row.now),
    [courses, search, organizationId, status, by, order, row.now],
  );
  if (failed) return <LoadFailed what={messages.theCourses} onRetry={retry} />;
  if (!courses) return <TableSkeleton />;
  if (shown.length === 0)
    return (
      <EmptyNote title={messages.none}>
        {courses.length > 0 ? (
          <p>{seesOrganizations(viewer) ? messages.noMatchAnywhere : messages.noMatch}</p>
        ) : create ? (
          <>
            <p>{messages.createFirst}</p>
            {create}
          </>
        ) : (
          <p>{messages.askForCourse}</p>
        )}
      </EmptyNote>
    );
  const page = Math.min(list.page, Math.floor((shown.length - 1) / PAGE_SIZE));
  return (
    <>
      <DataTable label={messages.title} columns={columnsFor(viewer)} sorting={sorting} onSort={list.onSort}>
        {(isPrinting ? shown : shown.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)).map((course) => (
          <CourseRow key={course.id} course={course} viewer={viewer} onOpen={() => list.onCourse(course.id)} {...row} />
        ))}
      </DataTable>
      {shown.length > PAGE_SIZE && !isPrinting && (
        <Pager page={page} pageSize={PAGE_SIZE} total={shown.length} onPage={list.onPage} />
      )}
    </>
  );
}

/** Administrators see and manage the instructor of a course, instructors do not (docs/rules.md#course-columns). */
function columnsFor(viewer: CoursesViewer): Column<CourseSort>[] {
  const labels = messages.columns;
  return [
    { label: labels.course, sort: 'course' },
    { label: labels.accessCode },
    { label: labels.status, sort: 'status' },
    { label: labels.start, sort: 'start' },
    { label: labels.end, sort: 'end' },
    { label: labels.students, sort: 'students' },
    ...(seesOrganizations(viewer) ? [{ label: labels.organization, sort: 'organization' as const }] : []),
    ...(manages(viewer) ? [{ label: labels.instructor, sort: 'instructor' as const }, { label: labels.actions }] : []),
  ];
}
