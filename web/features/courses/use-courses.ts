import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listingsQuery } from './api/get-listings.js';
import { byName } from './course-list.js';

/** All courses of the caller by name; `courses` is undefined while they load. See {@link useFollowCourses}. */
export function useCourses() {
  const { data, error, refetch } = useQuery(listingsQuery());
  const courses = data?.courses;
  return {
    courses: useMemo(() => courses && byName(courses), [courses]),
    failed: error !== null && !data,
    retry: () => void refetch(),
  };
}
