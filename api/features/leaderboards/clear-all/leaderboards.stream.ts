import { defineStream } from '../../../platform/eventsourcing/define-stream.js';
import { leaderboardsEvents } from '../leaderboard.events.js';

/** `now` in ISO 8601. */
export interface ClearLeaderboards {
  readonly now: string;
}

/** Clearing again is no repetition: something may have been scored since. */
export const leaderboardsStream = defineStream({
  prefix: 'leaderboards',
  key: () => '',
  events: leaderboardsEvents,
  initialState: null,
  decide: ({ now }: ClearLeaderboards) => [{ type: 'LeaderboardsCleared', data: { clearedAt: now } }],
  evolve: () => null,
});
