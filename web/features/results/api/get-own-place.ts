import { queryOptions } from '@tanstack/react-query';
import type { Leaderboard } from '../../../../api/contracts/leaderboard.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /scores/leaderboard/{sessionId}/all: the caller's own place, as the course shows it to the caller. */
export const ownPlaceQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['own-place', sessionId],
    queryFn: () => api.call<Leaderboard>(`/scores/leaderboard/${sessionId}/all?limit=1`, { keepsPage: true }),
  });
