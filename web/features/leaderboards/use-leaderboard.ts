import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type LeaderboardScope, leaderboardTopicId } from '../../../api/contracts/leaderboard-topic.rule.js';
import type { Leaderboard, LeaderboardEntry, LiveLeaderboard } from '../../../api/contracts/leaderboard.contract.js';
import { live } from '../../shared/live-client/live.js';
import { createRowStore } from '../../shared/live-client/row-store.js';
import { useRow } from '../../shared/live-client/use-live-rows.js';
import { toast } from '../../shared/toasts/toasts.atoms.js';
import { useErrorToast } from '../../shared/toasts/use-error-toast.js';
import { leaderboardsMessages as messages } from './leaderboards.messages.js';
import { getOwnRank, leaderboardQuery } from './leaderboards.api.js';
import { ALL_CLASSES, type BoardScope } from './board-scope.js';
import { useAfterChange } from './use-after-change.js';

export interface ShownBoard extends LiveLeaderboard {
  me: LeaderboardEntry | null;
  /** The viewer's own entry between its neighbours, when it is below the other entries. */
  around: readonly LeaderboardEntry[];
}

/** Returns a leaderboard, live for a class; undefined while it loads. */
export function useLeaderboard(scope: BoardScope): {
  board: ShownBoard | undefined;
  failed: boolean;
  retry: () => void;
} {
  const { data, error, refetch } = useQuery(leaderboardQuery(scope));
  useErrorToast(error, messages.board.couldNotLoad);

  const topicId = leaderboardTopicId(scope);
  // a separate store for each board, so that rows of the previous board never show under the next title
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
  const { me, around } = useOwnRank(scope, isLive ? current?.topScores : undefined, data);
  const own = me ?? data?.me ?? null;
  // all watchers of an audience receive the same rows, so the viewer's own name is inserted here
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

const EVERY_MS = 2_000;
/** Ranks per step of the load interval. At rank 200 the entry is loaded half as often, at rank 400 a third as often. */
const MAX_ROWS = 200;
/** Load interval of a viewer without an entry, in the same steps. */
const UNRANKED_REFETCH_S = 4;

type OwnRank = Pick<Leaderboard, 'me' | 'around'>;

/**
 * Returns the caller's own entry, from the board when it is there. Otherwise any change of the board may have moved the entry. It is then
 * loaded again after 2 to 4 seconds, and less often far down.
 */
function useOwnRank(
  scope: LeaderboardScope,
  topScores: readonly LeaderboardEntry[] | undefined,
  loaded: Leaderboard | undefined,
): OwnRank {
  const topicId = leaderboardTopicId(scope);
  // with its topic id, because an answer may arrive after another board was selected
  const [asked, setAsked] = useState<(OwnRank & { topicId: string }) | null>(null);
  const onBoard = topScores?.find((entry) => entry.userId === loaded?.viewerId) ?? null;
  const known: OwnRank = (asked?.topicId === topicId ? asked : loaded) ?? { me: null, around: [] };
  const factor = known.me ? 1 + known.me.rank / MAX_ROWS : UNRANKED_REFETCH_S;

  useAfterChange(topScores, EVERY_MS * factor, loaded !== undefined && !onBoard, () => {
    // after a failure, the next change of the board loads it again
    getOwnRank(scope).then(
      ({ me, around }) => setAsked({ topicId, me, around }),
      () => {},
    );
  });
  if (!onBoard) return known;
  const { me } = known;
  return { me: me ? { ...onBoard, userName: me.userName } : onBoard, around: [] };
}
