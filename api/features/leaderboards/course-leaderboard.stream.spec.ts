import { given } from '../../platform/eventsourcing/testing/given.js';
import { type ChangeLeaderboard, courseLeaderboardStream } from './course-leaderboard.stream.js';
import type { CourseLeaderboardEvent } from './leaderboard.events.js';

const courseId = '0198c0de-00c1-7000-8000-000000000001';
const [first, second] = [1, 2].map((number) => `0198c0de-00d1-7000-8000-00000000000${number}`) as [string, string];
const now = '2026-03-02T12:00:00.000Z';
const leaderboard = given(courseLeaderboardStream);
const change = (changes: Partial<ChangeLeaderboard>): ChangeLeaderboard => ({
  courseId,
  sessionId: first,
  frozen: undefined,
  naming: undefined,
  now,
  ...changes,
});
const frozen = (sessionId = first): CourseLeaderboardEvent => ({
  type: 'LeaderboardFrozen',
  data: { courseId, sessionId, frozenAt: now },
});
const revealed = (sessionId = first): CourseLeaderboardEvent => ({
  type: 'LeaderboardRevealed',
  data: { courseId, sessionId, revealedAt: now },
});
const named = (naming: 'names' | 'aliases' | 'anonymous'): CourseLeaderboardEvent => ({
  type: 'LeaderboardNamingChanged',
  data: { courseId, naming },
});

it('freezes the running or newest ended class once', () => {
  leaderboard()
    .when(change({ frozen: true }))
    .thenRecords(frozen());
  leaderboard(frozen())
    .when(change({ frozen: true }))
    .thenNothing();
  leaderboard(frozen(), revealed())
    .when(change({ frozen: true }))
    .thenRecords(frozen());
  leaderboard(frozen())
    .when(change({ sessionId: second, frozen: true }))
    .thenRecords(frozen(second));
});

it('reveals all frozen boards, also of earlier classes', () => {
  leaderboard(frozen())
    .when(change({ frozen: false }))
    .thenRecords(revealed());
  leaderboard()
    .when(change({ frozen: false }))
    .thenNothing();
  leaderboard(frozen(), revealed())
    .when(change({ frozen: false }))
    .thenNothing();
  leaderboard(frozen(), frozen(second))
    .when(change({ sessionId: second, frozen: false }))
    .thenRecords(revealed(), revealed(second));
});

it.each([true, false])('rejects freezing or revealing without a class (%s)', (frozen) => {
  leaderboard()
    .when(change({ sessionId: null, frozen, naming: 'aliases' }))
    .thenRejected('NO_ACTIVE_CLASS', 'No class of this course has started yet. Start one, then freeze its board.');
});

it('changes the naming without a class, and records nothing for the same naming', () => {
  leaderboard()
    .when(change({ naming: 'names' }))
    .thenNothing();
  leaderboard()
    .when(change({ sessionId: null, naming: 'anonymous' }))
    .thenRecords(named('anonymous'));
  leaderboard(named('aliases'))
    .when(change({ naming: 'aliases' }))
    .thenNothing();
  leaderboard(named('aliases'))
    .when(change({ naming: 'names' }))
    .thenRecords(named('names'));
});

it('changes both settings in one command, or nothing', () => {
  leaderboard()
    .when(change({ frozen: true, naming: 'aliases' }))
    .thenRecords(frozen(), named('aliases'));
  leaderboard(frozen()).when(change({})).thenNothing();
});
