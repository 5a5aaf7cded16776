import { queryOptions } from '@tanstack/react-query';
import type { Leaderboard } from '../../../../api/contracts/leaderboard.contract.js';
import { api } from '../../../shared/api-client/api.js';

export const OWN_PLACES = ['own-place'];

/** GET /scores/leaderboard/{sessionId}/all: the caller's own rank, with the visibility that the course allows. */
export const ownRankQuery = (sessionId: string) =>
  queryOptions({
    queryKey: [...OWN_PLACES, sessionId],
    queryFn: () => api.call<Leaderboard>(`/scores/leaderboard/${sessionId}/all?limit=1`, { keepsPage: true }),
  });
