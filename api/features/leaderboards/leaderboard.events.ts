import { z } from 'zod';
import type { DomainEvent } from '../../platform/eventsourcing/message.js';

/** Stream `leaderboards`, one for the platform. */
export const leaderboardEvents = {
  LeaderboardsCleared: z.object({ clearedAt: z.iso.datetime() }),
} as const;

export type LeaderboardsCleared = DomainEvent<
  'LeaderboardsCleared',
  z.infer<typeof leaderboardEvents.LeaderboardsCleared>
>;

export const LEADERBOARDS_STREAM = 'leaderboards';
