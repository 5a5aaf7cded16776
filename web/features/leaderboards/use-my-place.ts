import { useState } from 'react';
import type { LeaderboardScope } from '../../../api/contracts/leaderboard-topic.rule.js';
import type { Leaderboard, LeaderboardEntry } from '../../../api/contracts/leaderboard.contract.js';
import { getMyPlace } from './api/get-leaderboard.js';
import { useAfterChange } from './use-after-change.js';

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
export function useMyPlace(
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
