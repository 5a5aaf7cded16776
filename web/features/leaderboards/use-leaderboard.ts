import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { leaderboardTopicId, type LeaderboardScope } from '../../../api/contracts/leaderboard-topic.rule.js';
import type { Leaderboard } from '../../../api/contracts/leaderboard.contract.js';
import { createRowStore } from '../../shared/live-client/row-store.js';
import { useLiveRows, useRow } from '../../shared/live-client/use-live-rows.js';
import { toast } from '../../shared/toasts/toasts.atoms.js';
import { leaderboardQuery } from './api/get-leaderboard.js';
import { useMyPlace } from './use-my-place.js';

type Board = Pick<Leaderboard, 'topScores' | 'frozenAt'>;

/** A leaderboard, live; undefined while it loads. */
export function useLeaderboard(scope: LeaderboardScope) {
  const { data, error } = useQuery(leaderboardQuery(scope));
  useEffect(() => {
    if (error) toast('Failed to get session leaderboard', 'error');
  }, [error]);

  const topicId = leaderboardTopicId(scope);
  // a store of its own for each board: rows of the last one must not show under the next one's title
  const store = useMemo(() => ({ topicId, rows: createRowStore<Board>() }), [topicId]).rows;
  useLiveRows({ topic: 'leaderboard', id: topicId, store });

  const board: Board | undefined = useRow(store, 'snapshot')?.value ?? data;
  const me = useMyPlace(scope, board?.topScores, data?.me ?? null);
  return board && { ...board, me };
}
