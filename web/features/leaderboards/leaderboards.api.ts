import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { leaderboardTopicId, type LeaderboardScope } from '../../../api/contracts/leaderboard-topic.rule.js';
import type {
  ChangeLeaderboardRequest,
  Leaderboard,
  LeaderboardEntry,
  LeaderboardHistory,
  LeaderboardListings,
  LeaderboardSettings,
  LIVE_PLACES,
} from '../../../api/contracts/leaderboard.contract.js';
import { api } from '../../shared/api-client/api.js';
import { keepsShownPage } from '../../shared/api-client/keeps-shown-page.js';
import { useSubmission } from '../../shared/forms/use-submission.js';
import { toast } from '../../shared/toasts/toasts.atoms.js';
import type { BoardScope } from './board-scope.js';

/** Repeated here, because importing the value would also import the contract's schemas. */
export const PLACES: typeof LIVE_PLACES = 25;

/** The path of a board and what it is narrowed to. */
function boardPath({ sessionId, organizationId, campaignId, scenarioId, asStudents }: BoardScope, more = ''): string {
  const query = new URLSearchParams({
    ...(campaignId && { campaignId }),
    ...(scenarioId && { scenarioId }),
    ...(asStudents && { view: 'students' }),
  });
  return `/scores/leaderboard/${sessionId}/${organizationId ?? 'all'}${more}?${query}`;
}

/** GET /scores/leaderboard/{sessionId|all}/{organizationId|all}: the ranks that are sent live. */
export const leaderboardQuery = (scope: BoardScope) =>
  queryOptions({
    queryKey: ['leaderboard', leaderboardTopicId(scope), scope.organizationId ?? null],
    queryFn: () => api.call<Leaderboard>(`${boardPath(scope)}&limit=${PLACES}`, { keepsPage: true }),
    staleTime: Infinity,
    gcTime: 0,
  });

/** The same request in the background, for the caller's own entry below the others. */
export const getOwnRank = (scope: LeaderboardScope): Promise<Leaderboard> =>
  api.call<Leaderboard>(`${boardPath(scope)}&limit=${PLACES}`, { background: true });

/** Maximum number of entries in one response. */
const PAGE_SIZE = 100;
/** The live board already shows the ranks above. */
const FIRST_OFFSET: number = PLACES;

/** GET /scores/leaderboard/{sessionId|all}/{organizationId|all}: the ranks below the live ones, in pages. */
export const moreRanksQuery = (scope: BoardScope) =>
  infiniteQueryOptions({
    queryKey: ['leaderboard', leaderboardTopicId(scope), scope.organizationId ?? null, 'more'],
    queryFn: async ({ pageParam }): Promise<readonly LeaderboardEntry[]> => {
      const path = `${boardPath(scope)}&limit=${PAGE_SIZE}&offset=${pageParam}`;
      return (await api.call<Leaderboard>(path, { keepsPage: true })).topScores;
    },
    initialPageParam: FIRST_OFFSET,
    getNextPageParam: (last, pages) => (last.length < PAGE_SIZE ? undefined : PLACES + pages.length * PAGE_SIZE),
    staleTime: Infinity,
    gcTime: 0,
  });

/** GET /scores/leaderboard/{a}/{b}/history: the points of the leaders and of the caller over time. */
export const historyQuery = (scope: BoardScope) =>
  queryOptions({
    queryKey: ['leaderboard', leaderboardTopicId(scope), scope.organizationId ?? null, 'history'],
    queryFn: () => api.call<LeaderboardHistory>(boardPath(scope, '/history'), { keepsPage: true }),
    staleTime: Infinity,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });

/** GET /groups/{id}/leaderboard: the leaderboard settings of a course. */
export const leaderboardSettingsQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['leaderboard-settings', courseId],
    queryFn: () => api.call<LeaderboardSettings>(`/groups/${courseId}/leaderboard`, { keepsPage: true }),
  });

/** PUT /groups/{id}/leaderboard. */
export function useChangeLeaderboard(courseId: string, done: string) {
  const client = useQueryClient();
  return useSubmission({
    send: (body: ChangeLeaderboardRequest, idempotencyKey) =>
      api.call<LeaderboardSettings>(`/groups/${courseId}/leaderboard`, { method: 'PUT', body, idempotencyKey }),
    onSuccess: (settings) => {
      client.setQueryData(leaderboardSettingsQuery(courseId).queryKey, settings);
      toast(done, 'success');
    },
  });
}

export const BOARDS_PER_PAGE = 25;

/** GET /scores/leaderboards: the boards of all classes, for system admins; `page` is zero-based. */
export const leaderboardsQuery = ({ search, page }: { search: string; page: number }) =>
  queryOptions({
    queryKey: ['leaderboards', search, page],
    queryFn: (context) => {
      const query = new URLSearchParams({
        limit: String(BOARDS_PER_PAGE),
        offset: String(page * BOARDS_PER_PAGE),
        ...(search && { search }),
      });
      return api.call<LeaderboardListings>(`/scores/leaderboards?${query}`, keepsShownPage(context));
    },
    placeholderData: keepPreviousData,
  });
