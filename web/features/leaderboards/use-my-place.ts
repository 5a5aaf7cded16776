import { useEffect, useState } from 'react';
import type { LeaderboardScope } from '../../../api/contracts/leaderboard-topic.rule.js';
import type { LeaderboardEntry } from '../../../api/contracts/leaderboard.contract.js';
import { storedSession } from '../../shared/session/stored-session.js';
import { getMyPlace } from './api/get-leaderboard.js';

const EVERY_MS = 2000;

/**
 * The caller's own place: from the board when it is there. Below it, every change of the board may have moved it, so it is
 * asked again after 2 to 4 seconds, at random, that a whole class does not ask at once.
 */
export function useMyPlace(
  { sessionId, campaignId }: LeaderboardScope,
  topScores: readonly LeaderboardEntry[] | undefined,
  loaded: LeaderboardEntry | null,
): LeaderboardEntry | null {
  const userId = storedSession.userId();
  const [asked, setAsked] = useState<LeaderboardEntry | null>(null);
  const onBoard = topScores?.find((entry) => entry.userId === userId) ?? null;
  const isBelow = !onBoard && (loaded ?? asked) !== null;

  useEffect(() => {
    if (!topScores || !isBelow) return undefined;
    const timer = setTimeout(
      () =>
        getMyPlace({ sessionId, campaignId }).then(
          ({ me }) => setAsked(me),
          () => {}, // the next change of the board asks again
        ),
      EVERY_MS * (1 + Math.random()),
    );
    return () => clearTimeout(timer);
  }, [topScores, isBelow, sessionId, campaignId]);

  return onBoard ?? asked ?? loaded;
}
