import { z } from 'zod';
import type { LeaderboardScope } from './leaderboard-topic.rule.js';
import { Id, Moment } from './primitives.contract.js';

/** One place. `score` = total + questions score, summed over the best passed attempt of each scenario in scope (L2). */
export const LeaderboardEntry = z.object({
  rank: z.number().int(),
  userId: Id,
  userName: z.string(),
  organizationName: z.string().nullable(),
  score: z.number(),
  totalScore: z.number(),
  questionsScore: z.number(),
  scenariosPassed: z.number().int(),
  achievedAt: Moment,
});
export type LeaderboardEntry = z.infer<typeof LeaderboardEntry>;

/**
 * GET /api/scores/leaderboard/{sessionId|all}/{organizationId|all}. `me` is the caller's own place, also below the limit, or that
 * of `userId`; `version` grows with every change; `organizationName` is null for all but a system admin.
 */
export const Leaderboard = z.object({
  topScores: z.array(LeaderboardEntry),
  me: LeaderboardEntry.nullable(),
  version: z.number().int(),
  frozenAt: Moment.nullable(),
});
export type Leaderboard = z.infer<typeof Leaderboard>;

/** What students of a course read of each other on its boards: usernames, made-up names, or none. */
export const LeaderboardNaming = z.enum(['names', 'aliases', 'anonymous']);
export type LeaderboardNaming = z.infer<typeof LeaderboardNaming>;

/** PUT /api/groups/{id}/leaderboard (decisions X7), staff of the course; what is left out stays as it is. */
export const ChangeLeaderboardRequest = z.strictObject({
  frozen: z.boolean().optional(),
  naming: LeaderboardNaming.optional(),
});
export type ChangeLeaderboardRequest = z.infer<typeof ChangeLeaderboardRequest>;

/** GET and answer of PUT /api/groups/{id}/leaderboard: `frozenAt` is that of the class that runs or ran last. */
export const LeaderboardSettings = z.object({ naming: LeaderboardNaming, frozenAt: Moment.nullable() });
export type LeaderboardSettings = z.infer<typeof LeaderboardSettings>;

export const LeaderboardQuery = z.strictObject({
  campaignId: Id.optional(),
  scenarioId: Id.optional(),
  userId: Id.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(10),
});
export type LeaderboardQuery = z.infer<typeof LeaderboardQuery>;

/** Reads the id of `leaderboardTopicId` back; null when the id is not one. */
export function parseLeaderboardTopicId(topicId: string): LeaderboardScope | null {
  const [sessionId, kind, id, ...rest] = topicId.split('.');
  if (rest.length > 0 || !Id.safeParse(sessionId).success || !sessionId) return null;
  if (kind === undefined) return { sessionId };
  if (!Id.safeParse(id).success) return null;
  if (kind === 'campaign') return { sessionId, campaignId: id };
  return kind === 'scenario' ? { sessionId, scenarioId: id } : null;
}
