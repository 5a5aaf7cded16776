import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CourseListing } from '../../../api/contracts/group.contract.js';
import { titleOf } from '../../shared/api-client/api-error.js';
import { useLiveUpdates } from '../../shared/live-client/use-live-updates.js';
import { useErrorToast } from '../../shared/toasts/use-error-toast.js';
import { listingsQuery } from './course-administration.api.js';
import { byName, applyLiveCourses } from './course-list.js';
import { coursesMessages as messages } from './courses.messages.js';

/** Returns all courses of the caller, sorted by name; `courses` is undefined while they load. See {@link useFollowCourses}. */
export function useCourses() {
  const { data, error, refetch } = useQuery(listingsQuery());
  const courses = data?.courses;
  return {
    courses: useMemo(() => courses && byName(courses), [courses]),
    failed: error !== null && !data,
    retry: () => void refetch(),
  };
}

/** Keeps the courses up to date and reports when they cannot be loaded. Used once per page, for all of its parts. */
export function useFollowCourses(): void {
  const client = useQueryClient();
  const { queryKey } = listingsQuery();
  const { data, error } = useQuery(listingsQuery());
  useErrorToast(error, data ? messages.couldNotUpdate(titleOf(error)) : messages.couldNotLoad(titleOf(error)));

  useLiveUpdates<CourseListing>({
    topic: 'courses',
    id: 'all',
    from: data?.from ?? null,
    onUpdate: (update) =>
      client.setQueryData(
        queryKey,
        (cached) => cached && { ...cached, courses: applyLiveCourses(cached.courses, update) },
      ),
  });
}
