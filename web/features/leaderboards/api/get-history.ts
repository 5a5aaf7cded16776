import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { leaderboardTopicId } from '../../../../api/contracts/leaderboard-topic.rule.js';
import type { LeaderboardHistory } from '../../../../api/contracts/leaderboard.contract.js';
import { api } from '../../../shared/api-client/api.js';
import type { BoardScope } from '../board-scope.js';
import { boardPath } from './get-leaderboard.js';

/** GET /scores/leaderboard/{a}/{b}/history: how the points of the leaders and of the caller grew. */
export const historyQuery = (scope: BoardScope) =>
  queryOptions({
    queryKey: ['leaderboard', leaderboardTopicId(scope), scope.organizationId ?? null, 'history'],
    queryFn: () => api.call<LeaderboardHistory>(boardPath(scope, '/history'), { keepsPage: true }),
    staleTime: Infinity,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
