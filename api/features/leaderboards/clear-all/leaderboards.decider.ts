import type { Decider } from '../../../platform/eventsourcing/decider.js';
import type { LeaderboardsCleared } from '../leaderboard.events.js';

/** `now` in ISO 8601. */
export interface ClearLeaderboards {
  readonly now: string;
}

/** Clearing again is no repetition: something may have been scored since. */
export const leaderboardsDecider: Decider<null, ClearLeaderboards, LeaderboardsCleared> = {
  initialState: null,
  decide: ({ now }) => [{ type: 'LeaderboardsCleared', data: { clearedAt: now } }],
  evolve: () => null,
};
