import { queryOptions } from '@tanstack/react-query';
import { leaderboardTopicId, type LeaderboardScope } from '../../../../api/contracts/leaderboard-topic.rule.js';
import type { Leaderboard, LIVE_PLACES } from '../../../../api/contracts/leaderboard.contract.js';
import { api } from '../../../shared/api-client/api.js';
import type { BoardScope } from '../board-scope.js';

/** Written out, because importing the value would bring the contract's schemas along. */
export const PLACES: typeof LIVE_PLACES = 25;

/** The path of a board and what it is narrowed to. */
export function boardPath(
  { sessionId, organizationId, campaignId, scenarioId, asStudents }: BoardScope,
  more = '',
): string {
  const query = new URLSearchParams({
    ...(campaignId && { campaignId }),
    ...(scenarioId && { scenarioId }),
    ...(asStudents && { view: 'students' }),
  });
  return `/scores/leaderboard/${sessionId}/${organizationId ?? 'all'}${more}?${query}`;
}

/** GET /scores/leaderboard/{sessionId|all}/{organizationId|all}: as many places as are told live. */
export const leaderboardQuery = (scope: BoardScope) =>
  queryOptions({
    queryKey: ['leaderboard', leaderboardTopicId(scope), scope.organizationId ?? null],
    queryFn: () => api.call<Leaderboard>(`${boardPath(scope)}&limit=${PLACES}`),
    staleTime: Infinity,
    gcTime: 0,
  });

/** The same, asked in the background for the caller's own place below the others. */
export const getMyPlace = (scope: LeaderboardScope): Promise<Leaderboard> =>
  api.call<Leaderboard>(`${boardPath(scope)}&limit=${PLACES}`, { background: true });
