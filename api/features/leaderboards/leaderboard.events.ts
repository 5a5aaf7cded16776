import { z } from 'zod';
import { LeaderboardNaming } from '../../contracts/leaderboard.contract.js';
import { event, type EventsOf, on, onPlatform } from '../../platform/eventsourcing/define-events.js';

const id = z.uuid();

/** Stream `leaderboards`, one for the platform. */
export const leaderboardsEvents = {
  LeaderboardsCleared: event(z.object({ clearedAt: z.iso.datetime() }), { audit: { target: onPlatform } }),
} as const;

export type LeaderboardsCleared = EventsOf<typeof leaderboardsEvents>['LeaderboardsCleared'];

const audit = { target: on('course', 'courseId') };

/** Stream `leaderboard-{courseId}`: what a course shows its students of its boards. */
export const courseLeaderboardEvents = {
  /** Students see the board of this class as it was then, until it is revealed. */
  LeaderboardFrozen: event(z.object({ courseId: id, sessionId: id, frozenAt: z.iso.datetime() }), { audit }),
  LeaderboardRevealed: event(z.object({ courseId: id, sessionId: id, revealedAt: z.iso.datetime() }), { audit }),
  /** What students read in the place of each other's names; staff always read names. */
  LeaderboardNamingChanged: event(z.object({ courseId: id, naming: LeaderboardNaming }), { audit }),
} as const;

type CourseEvents = EventsOf<typeof courseLeaderboardEvents>;

export type LeaderboardFrozen = CourseEvents['LeaderboardFrozen'];
export type LeaderboardRevealed = CourseEvents['LeaderboardRevealed'];
export type LeaderboardNamingChanged = CourseEvents['LeaderboardNamingChanged'];
export type CourseLeaderboardEvent = CourseEvents[keyof CourseEvents];
