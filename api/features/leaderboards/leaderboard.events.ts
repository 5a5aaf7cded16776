import { z } from 'zod';
import { LeaderboardNaming } from '../../contracts/leaderboard.contract.js';
import type { DomainEvent } from '../../platform/eventsourcing/message.js';

const id = z.uuid();

/** Streams `leaderboards`, one for the platform, and `leaderboard-{courseId}`, what a course shows its students of its boards. */
export const leaderboardEvents = {
  LeaderboardsCleared: z.object({ clearedAt: z.iso.datetime() }),
  /** Students see the board of this class as it was then, until it is revealed. */
  LeaderboardFrozen: z.object({ courseId: id, sessionId: id, frozenAt: z.iso.datetime() }),
  LeaderboardRevealed: z.object({ courseId: id, sessionId: id, revealedAt: z.iso.datetime() }),
  /** What students read in the place of each other's names; staff always read names. */
  LeaderboardNamingChanged: z.object({ courseId: id, naming: LeaderboardNaming }),
} as const;

type Events = {
  [Type in keyof typeof leaderboardEvents]: DomainEvent<Type, z.infer<(typeof leaderboardEvents)[Type]>>;
};

export type LeaderboardsCleared = Events['LeaderboardsCleared'];
export type LeaderboardFrozen = Events['LeaderboardFrozen'];
export type LeaderboardRevealed = Events['LeaderboardRevealed'];
export type LeaderboardNamingChanged = Events['LeaderboardNamingChanged'];
export type CourseLeaderboardEvent = LeaderboardFrozen | LeaderboardRevealed | LeaderboardNamingChanged;

export const LEADERBOARDS_STREAM = 'leaderboards';

export const courseLeaderboardStream = (courseId: string): string => `leaderboard-${courseId}`;
