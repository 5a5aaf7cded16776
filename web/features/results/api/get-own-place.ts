import { queryOptions } from '@tanstack/react-query';
import type { Leaderboard } from '../../../../api/contracts/leaderboard.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /scores/leaderboard/{sessionId}/all: the caller's own rank, with the visibility that the course allows. */
export const ownRankQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['own-place', sessionId],
    queryFn: () => api.call<Leaderboard>(`/scores/leaderboard/${sessionId}/all?limit=1`, { keepsPage: true }),
  });
