import type { CourseListing } from '../../../api/contracts/group.contract.js';
import type { CourseStatus } from '../../../api/contracts/course-status.rule.js';
import type { LiveRow } from '../../../api/contracts/live.contract.js';
import { naturalOrder } from '../../shared/names/natural-order.js';
import type { Sorting } from '../../shared/ui/data-table.js';
import { endOf, startOf, stateAt } from './course-state.js';

/** Sorts by name in natural order. */
export const byName = <T extends Pick<CourseListing, 'id' | 'name'>>(courses: readonly T[]): T[] =>
  courses.toSorted((a, b) => naturalOrder(a.name, b.name) || naturalOrder(a.id, b.id));

/** Applies live rows to a list of courses. With `full`, the rows replace the whole list. */
export function applyLiveCourses(
  cached: readonly CourseListing[],
  { full, rows }: { full: boolean; rows: readonly LiveRow<CourseListing>[] },
): readonly CourseListing[] {
  const byId = new Map(full ? [] : cached.map((course) => [course.id, course]));
  for (const { key, value } of rows) {
    if (value === null) byId.delete(key);
    else byId.set(key, value);
  }
  return [...byId.values()];
}

/** The keys that the list can be sorted by. */
export const COURSE_SORTS = ['course', 'status', 'start', 'end', 'students', 'organization', 'instructor'] as const;
export type CourseSort = (typeof COURSE_SORTS)[number];

/** All statuses, in their sort order. */
export const COURSE_STATUSES: readonly CourseStatus[] = ['Active', 'Scheduled', 'Ended', 'Inactive'];

type SortKey = string | number | null;

const KEYS: Readonly<Record<CourseSort, (course: CourseListing, now: Date) => SortKey>> = {
  course: ({ name }) => name,
  status: (course, now) => COURSE_STATUSES.indexOf(stateAt(course, now).status),
  start: (course, now) => momentKey(startOf(stateAt(course, now))),
  end: (course, now) => momentKey(endOf(stateAt(course, now))),
  students: ({ memberCount }) => memberCount,
  organization: ({ ownerOrganizationName }) => ownerOrganizationName,
  instructor: ({ ownerName }) => ownerName,
};

const momentKey = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso));

/** Sorts courses. The sort is stable, and courses without a value are last in both directions. */
export function sorted(
  courses: readonly CourseListing[],
  { by, order }: Sorting<CourseSort>,
  now: Date,
): readonly CourseListing[] {
  const sign = order === 'asc' ? 1 : -1;
  return courses
    .map((course) => ({ course, key: KEYS[by](course, now) }))
    .toSorted((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
      return sign * compareKeys(a.key, b.key);
    })
    .map(({ course }) => course);
}

const compareKeys = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : naturalOrder(String(a), String(b));

/** Filter of the list of courses; '' means no filter. */
export interface CourseFilter {
  search: string;
  organizationId: string;
  status: CourseStatus | '';
}

/** Returns the courses that match the status, the organization and the text in name, caption, code or instructor. */
export function filterCourses(
  courses: readonly CourseListing[],
  { search, organizationId, status }: CourseFilter,
  now: Date,
): readonly CourseListing[] {
  const wanted = search.toLowerCase();
  const fits = ({ name, caption, password, ownerName }: CourseListing) =>
    [name, caption, password ?? '', ownerName].some((text) => text.toLowerCase().includes(wanted));
  return courses.filter(
    (course) =>
      (organizationId === '' || course.ownerOrganizationId === organizationId) &&
      (status === '' || stateAt(course, now).status === status) &&
      fits(course),
  );
}
