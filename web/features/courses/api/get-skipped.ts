import { queryOptions } from '@tanstack/react-query';
import type { Member } from '../../../../api/contracts/user.contract.js';
import { api } from '../../../shared/api-client/api.js';

const TRIES = 5;
const AGAIN_MS = 2000;

/** GET /groups/{id}/lastactivesession/skipped: whom resuming could not enable again, once it is through with all. */
export const skippedQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['groups', courseId, 'skipped'],
    queryFn: () => api.call<Member[]>(`/groups/${courseId}/lastactivesession/skipped`, { background: true }),
    // the server refuses while accounts are still being enabled
    retry: TRIES,
    retryDelay: AGAIN_MS,
    gcTime: 0,
  });
