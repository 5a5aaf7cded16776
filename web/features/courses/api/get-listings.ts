import { queryOptions } from '@tanstack/react-query';
import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { api } from '../../../shared/api-client/api.js';
import type { LivePosition } from '../../../shared/live-client/live-client.js';
import { livePositionOf } from '../../../shared/live-client/live-position.js';

export interface CourseListings {
  courses: readonly CourseListing[];
  /** How many there are beyond these, which are the first by name. */
  missing: number;
  /** Where live rows go on from. */
  from: LivePosition | null;
}

/** GET /groups/listings: the courses the caller may see, with their classes. */
export const listingsQuery = () =>
  queryOptions({
    queryKey: ['groups', 'listings'],
    queryFn: async (): Promise<CourseListings> => {
      const answer = await api.page<CourseListing[]>('/groups/listings');
      const total = Number(answer.header('x-total-count') ?? answer.body.length);
      return { courses: answer.body, missing: total - answer.body.length, from: livePositionOf(answer) };
    },
    staleTime: 30_000,
  });
