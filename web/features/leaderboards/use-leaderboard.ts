import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { leaderboardTopicId } from '../../../api/contracts/leaderboard-topic.rule.js';
import type { LeaderboardEntry, LiveLeaderboard } from '../../../api/contracts/leaderboard.contract.js';
import { live } from '../../shared/live-client/live.js';
import { createRowStore } from '../../shared/live-client/row-store.js';
import { useRow } from '../../shared/live-client/use-live-rows.js';
import { toast } from '../../shared/toasts/toasts.atoms.js';
import { useErrorToast } from '../../shared/toasts/use-error-toast.js';
import { leaderboardsMessages as messages } from './leaderboards.messages.js';
import { leaderboardQuery } from './api/get-leaderboard.js';
import { ALL_CLASSES, type BoardScope } from './board-scope.js';
import { useMyPlace } from './use-my-place.js';

export interface ShownBoard extends LiveLeaderboard {
  me: LeaderboardEntry | null;
  /** The own place between its neighbours when it lies below the others. */
  around: readonly LeaderboardEntry[];
}

/** A leaderboard, live where it is a class's; undefined while it loads. */
export function useLeaderboard(scope: BoardScope): {
  board: ShownBoard | undefined;
  failed: boolean;
  retry: () => void;
} {
  const { data, error, refetch } = useQuery(leaderboardQuery(scope));
  useErrorToast(error, messages.board.couldNotLoad);

  const topicId = leaderboardTopicId(scope);
  // a store of its own for each board: rows of the last one must not show under the next one's title
  const store = useMemo(() => ({ topicId, rows: createRowStore<LiveLeaderboard>() }), [topicId]).rows;
  const isLive = scope.sessionId !== ALL_CLASSES;
  useEffect(() => {
    if (!isLive) return undefined;
    return live().watch<LiveLeaderboard>({
      topic: 'leaderboard',
      id: topicId,
      onRefused: () => toast(messages.board.notLive, 'warning'),
      onUpdate: ({ full, rows }) => (full ? store.replace(rows) : store.apply(rows)),
    });
  }, [topicId, store, isLive]);

  const current: LiveLeaderboard | undefined = useRow(store, 'snapshot')?.value ?? data;
  const { me, around } = useMyPlace(scope, isLive ? current?.topScores : undefined, data);
  const own = me ?? data?.me ?? null;
  // those who watch together are sent the same: the own name is put in here
  const topScores = current?.topScores.map((entry) =>
    entry.userId === data?.viewerId && own ? { ...entry, userName: own.userName } : entry,
  );
  return {
    board: current &&
      topScores && { topScores, frozenAt: current.frozenAt, me: own, around: isLive ? around : (data?.around ?? []) },
    failed: error !== null && !current,
    retry: () => void refetch(),
  };
}
