import type { CourseListing } from '../../../api/contracts/group.contract.js';
import type { LiveRow } from '../../../api/contracts/live.contract.js';

/** By name, as people read it (product §9). */
export const byName = <T extends Pick<CourseListing, 'id' | 'name'>>(courses: readonly T[]): T[] =>
  courses.toSorted((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));

/** The courses with live rows taken in; `full`: they are all there is. */
export function takeLiveCourses(
  held: readonly CourseListing[],
  { full, rows }: { full: boolean; rows: readonly LiveRow<CourseListing>[] },
): readonly CourseListing[] {
  const byId = new Map(full ? [] : held.map((course) => [course.id, course]));
  for (const { key, value } of rows) {
    if (value === null) byId.delete(key);
    else byId.set(key, value);
  }
  return [...byId.values()];
}

/** Those whose name, caption, code or instructor holds the text, of one organization where one is chosen. */
export function narrowed(
  courses: readonly CourseListing[],
  { search, organizationId }: { search: string; organizationId: string },
): readonly CourseListing[] {
  const wanted = search.toLowerCase();
  const fits = ({ name, caption, password, ownerName }: CourseListing) =>
    [name, caption, password ?? '', ownerName].some((text) => text.toLowerCase().includes(wanted));
  return courses.filter(
    (course) => (organizationId === '' || course.ownerOrganizationId === organizationId) && fits(course),
  );
}
