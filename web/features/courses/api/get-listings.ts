import { queryOptions } from '@tanstack/react-query';
import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { api } from '../../../shared/api-client/api.js';
import type { LivePosition } from '../../../shared/live-client/live-client.js';
import { livePositionOf } from '../../../shared/live-client/live-position.js';

export interface CourseListings {
  courses: readonly CourseListing[];
  /** Where live rows go on from. */
  from: LivePosition | null;
}

/** GET /groups/listings: the courses the caller may see, with their classes. */
export const listingsQuery = () =>
  queryOptions({
    queryKey: ['groups', 'listings'],
    queryFn: getListings,
    staleTime: 30_000,
  });

/** Loads the list in parts. Live rows continue from the first part, so they also replace what changed while others loaded. */
async function getListings(): Promise<CourseListings> {
  let answer = await api.page<CourseListing[]>('/groups/listings');
  const from = livePositionOf(answer);
  const courses = [...answer.body];
  while (Number(answer.header('x-total-count') ?? 0) > answer.body.length && answer.body.length > 0) {
    answer = await api.page<CourseListing[]>(`/groups/listings?after=${answer.body.at(-1)!.id}`);
    courses.push(...answer.body);
  }
  return { courses, from };
}
