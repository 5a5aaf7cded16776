import { defineStream } from '../../../platform/eventsourcing/define-stream.js';
import { leaderboardsEvents } from '../leaderboard.events.js';

/** Command to clear all leaderboards. `now` is in ISO 8601. */
export interface ClearLeaderboardsInput {
  readonly now: string;
}

/** Stream of all leaderboards. Clearing always appends an event, because there may be new scores since the last one. */
export const leaderboardsStream = defineStream({
  prefix: 'leaderboards',
  key: () => '',
  events: leaderboardsEvents,
  initialState: null,
  decide: ({ now }: ClearLeaderboardsInput) => [{ type: 'LeaderboardsCleared', data: { clearedAt: now } }],
  evolve: () => null,
});
