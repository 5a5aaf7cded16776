import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CourseListing } from '../../../api/contracts/group.contract.js';
import { titleOf } from '../../shared/api-client/api-error.js';
import { useLiveUpdates } from '../../shared/live-client/use-live-updates.js';
import { toast } from '../../shared/toasts/toasts.atoms.js';
import { listingsQuery } from './api/get-listings.js';
import { byName, takeLiveCourses } from './course-list.js';

/** All courses of the caller by name, kept current while others work; `courses` is undefined while they load. */
export function useCourses() {
  const client = useQueryClient();
  const { queryKey } = listingsQuery();
  const { data, error, refetch } = useQuery(listingsQuery());
  const loaded = data !== undefined;

  useEffect(() => {
    if (error) toast(`${loaded ? 'Failed to update group list' : 'Failed to get groups'}: ${titleOf(error)}`, 'error');
  }, [error, loaded]);

  useLiveUpdates<CourseListing>({
    topic: 'courses',
    id: 'all',
    from: data?.from ?? null,
    onUpdate: (update) =>
      client.setQueryData(queryKey, (held) => held && { ...held, courses: takeLiveCourses(held.courses, update) }),
  });
  return {
    courses: data && byName(data.courses),
    failed: error !== null && !data,
    retry: () => void refetch(),
  };
}
