import { queryOptions } from '@tanstack/react-query';
import type { LeaderboardScope } from '../../../../api/contracts/leaderboard-topic.rule.js';
import type { Leaderboard } from '../../../../api/contracts/leaderboard.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /scores/leaderboard/{sessionId}/all. */
export function leaderboardQuery({ sessionId, campaignId }: LeaderboardScope) {
  const query = new URLSearchParams({ limit: '100', ...(campaignId && { campaignId }) });
  return queryOptions({
    queryKey: ['leaderboard', sessionId, campaignId ?? null],
    queryFn: () => api.call<Leaderboard>(`/scores/leaderboard/${sessionId}/all?${query}`),
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** The caller's own place, asked in the background when it lies below the board. */
export function getMyPlace({ sessionId, campaignId }: LeaderboardScope): Promise<Leaderboard> {
  const query = new URLSearchParams({ limit: '1', ...(campaignId && { campaignId }) });
  return api.call<Leaderboard>(`/scores/leaderboard/${sessionId}/all?${query}`, { background: true });
}
