import { z } from 'zod';
import { LeaderboardNaming } from '../../contracts/leaderboard.contract.js';
import { event, type EventsOf, on, onPlatform } from '../../platform/eventsourcing/define-events.js';

const id = z.uuid();

/** Stream `leaderboards`, a single one for the platform. */
export const leaderboardsEvents = {
  LeaderboardsCleared: event(z.object({ clearedAt: z.iso.datetime() }), { audit: { target: onPlatform } }),
} as const;

export type LeaderboardsCleared = EventsOf<typeof leaderboardsEvents>['LeaderboardsCleared'];

const audit = { target: on('course', 'courseId') };

/** Stream `leaderboard-{courseId}`: the leaderboard settings of a course. */
export const courseLeaderboardEvents = {
  /** Students see the board of this class as of `frozenAt`, until it is revealed. */
  LeaderboardFrozen: event(z.object({ courseId: id, sessionId: id, frozenAt: z.iso.datetime() }), { audit }),
  LeaderboardRevealed: event(z.object({ courseId: id, sessionId: id, revealedAt: z.iso.datetime() }), { audit }),
  /** What students see instead of each other's names. Staff always sees names. */
  LeaderboardNamingChanged: event(z.object({ courseId: id, naming: LeaderboardNaming }), { audit }),
} as const;

type CourseEvents = EventsOf<typeof courseLeaderboardEvents>;

export type LeaderboardFrozen = CourseEvents['LeaderboardFrozen'];
export type LeaderboardRevealed = CourseEvents['LeaderboardRevealed'];
export type LeaderboardNamingChanged = CourseEvents['LeaderboardNamingChanged'];
export type CourseLeaderboardEvent = CourseEvents[keyof CourseEvents];
