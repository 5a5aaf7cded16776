import { useQuery } from '@tanstack/react-query';
import { listingsQuery } from './api/get-listings.js';
import { byName } from './course-list.js';

/** All courses of the caller by name; `courses` is undefined while they load. See {@link useFollowCourses}. */
export function useCourses() {
  const { data, error, refetch } = useQuery(listingsQuery());
  return {
    courses: data && byName(data.courses),
    missing: data?.missing ?? 0,
    failed: error !== null && !data,
    retry: () => void refetch(),
  };
}
