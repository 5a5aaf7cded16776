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
import { getMyPlace, leaderboardQuery } from './leaderboards.api.js';
import { ALL_CLASSES, type BoardScope } from './board-scope.js';
import { useAfterChange } from './use-after-change.js';

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

const EVERY_MS = 2_000;
/** Places below which it is asked half as often, a third as often, and so on: a board of thousands has many below. */
const PLACES = 200;
/** How often whoever has no place asks whether there is one now, in the same measure. */
const WITHOUT_A_PLACE = 4;

type Place = Pick<Leaderboard, 'me' | 'around'>;

/**
 * The caller's own place: from the board when it is there. Below it, every change of the board may have moved it, so it is
 * asked again after 2 to 4 seconds, far down less often.
 */
function useMyPlace(
  scope: LeaderboardScope,
  topScores: readonly LeaderboardEntry[] | undefined,
  loaded: Leaderboard | undefined,
): Place {
  const [asked, setAsked] = useState<Place | null>(null);
  const onBoard = topScores?.find((entry) => entry.userId === loaded?.viewerId) ?? null;
  const known: Place = asked ?? loaded ?? { me: null, around: [] };
  const factor = known.me ? 1 + known.me.rank / PLACES : WITHOUT_A_PLACE;

  useAfterChange(topScores, EVERY_MS * factor, loaded !== undefined && !onBoard, () => {
    getMyPlace(scope).then(setAsked, () => {}); // the next change of the board asks again
  });
  if (!onBoard) return known;
  const { me } = known;
  return { me: me ? { ...onBoard, userName: me.userName } : onBoard, around: [] };
}
