import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Leaderboard, LeaderboardEntry } from '../../../../api/contracts/leaderboard.contract.js';
import { leaderboardTopicId } from '../../../../api/contracts/leaderboard-topic.rule.js';
import { api } from '../../../shared/api-client/api.js';
import type { BoardScope } from '../board-scope.js';
import { boardPath, PLACES } from './get-leaderboard.js';

/** The most that one answer has. */
const PAGE_SIZE = 100;
/** The live board already shows the places above. */
const FIRST_OFFSET: number = PLACES;

/** GET /scores/leaderboard/{sessionId|all}/{organizationId|all}: the places below the live ones, a page at a time. */
export const morePlacesQuery = (scope: BoardScope) =>
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
