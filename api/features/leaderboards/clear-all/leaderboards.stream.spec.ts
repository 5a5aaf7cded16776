import { given } from '../../../platform/eventsourcing/testing/given.js';
import type { LeaderboardsCleared } from '../leaderboard.events.js';
import { leaderboardsStream } from './leaderboards.stream.js';

const leaderboards = given(leaderboardsStream);
const cleared = (clearedAt: string): LeaderboardsCleared => ({ type: 'LeaderboardsCleared', data: { clearedAt } });

it('records every clear', () => {
  const [now, later] = ['2026-03-02T12:00:00.000Z', '2026-03-02T12:00:01.000Z'] as const;
  leaderboards().when({ now }).thenRecords(cleared(now));
  leaderboards(cleared(now)).when({ now: later }).thenRecords(cleared(later));
});
