import { queryOptions } from '@tanstack/react-query';
import type { SkippedMember } from '../../../../api/contracts/group.contract.js';
import { api } from '../../../shared/api-client/api.js';

const TRIES = 5;
const AGAIN_MS = 2000;

/** GET /groups/{id}/lastactivesession/skipped: students of the resumed class who are still disabled, and why. */
export const skippedQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['groups', courseId, 'skipped'],
    queryFn: () => api.call<SkippedMember[]>(`/groups/${courseId}/lastactivesession/skipped`, { keepsPage: true }),
    // the server refuses while accounts are still being enabled
    retry: TRIES,
    retryDelay: AGAIN_MS,
    gcTime: 0,
  });
