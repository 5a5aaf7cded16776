import { z } from 'zod';
import { AS_STUDENTS, type LeaderboardScope } from './leaderboard-topic.rule.js';
import { Id, Moment, OptionalId, textLine } from './primitives.contract.js';

/**
 * One entry of a leaderboard. `score` is total plus questions score, added up over the best passed attempt of each scenario
 * in scope (docs/rules.md#ranking).
 */
export const LeaderboardEntry = z.object({
  rank: z.number().int(),
  userId: Id,
  userName: z.string(),
  /** First and last name, for staff; null for students and on boards as students see them. */
  name: z.string().nullable(),
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
 * of `userId`; `around`, best first, that place between its neighbours when it lies below the limit. `version` grows with every
 * change; `organizationName` is null for all but a system admin. Where students do not read each other's names the user ids stand
 * for nobody outside this board; `viewerId` is the one under which the caller's own rows come, here and on the live topic.
 */
export const Leaderboard = z.object({
  topScores: z.array(LeaderboardEntry),
  me: LeaderboardEntry.nullable(),
  around: z.array(LeaderboardEntry),
  viewerId: Id,
  version: z.number().int(),
  frozenAt: Moment.nullable(),
});
export type Leaderboard = z.infer<typeof Leaderboard>;

/** What students of a course read of each other on its boards: usernames, made-up names, or none. */
export const LeaderboardNaming = z.enum(['names', 'aliases', 'anonymous']);
export type LeaderboardNaming = z.infer<typeof LeaderboardNaming>;

/**
 * Body of PUT /api/groups/{id}/leaderboard, for staff of the course; missing fields stay as they are
 * (docs/rules.md#leaderboard-settings).
 */
export const ChangeLeaderboardRequest = z.strictObject({
  frozen: z.boolean().optional(),
  naming: LeaderboardNaming.optional(),
});
export type ChangeLeaderboardRequest = z.infer<typeof ChangeLeaderboardRequest>;

/**
 * GET and answer of PUT /api/groups/{id}/leaderboard: `sessionId` is the class that runs or ran last, which is the one that can
 * be frozen, null before the first; `frozenAt` is that class's.
 */
export const LeaderboardSettings = z.object({
  naming: LeaderboardNaming,
  sessionId: Id.nullable(),
  frozenAt: Moment.nullable(),
});
export type LeaderboardSettings = z.infer<typeof LeaderboardSettings>;

/**
 * Query of a board. `view=students`: staff read the board as students see it; students always do. `offset` places are left out
 * before the first; `me` and `around` are then left empty.
 */
export const LeaderboardQuery = z.strictObject({
  view: z.enum(['staff', 'students']).optional(),
  campaignId: OptionalId,
  scenarioId: OptionalId,
  userId: OptionalId,
  limit: z.coerce.number().int().min(1).max(100).default(10),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
});
export type LeaderboardQuery = z.infer<typeof LeaderboardQuery>;

/** Rows of topic `leaderboard`, one snapshot: the first places alone; the caller's own further down is a GET. */
export type LiveLeaderboard = Pick<Leaderboard, 'topScores' | 'frozenAt'>;

/** How many places the live topic tells. */
export const LIVE_PLACES = 25;

/** Whose points grew how: the sum after each passed scenario, in the order of time. */
export const LeaderboardLine = z.object({
  userId: Id,
  userName: z.string(),
  points: z.array(z.object({ at: Moment, score: z.number() })),
});
export type LeaderboardLine = z.infer<typeof LeaderboardLine>;

/** GET …/history, the same query as the board: the leaders of it, best first, and the caller's own line when it is none of them. */
export const LeaderboardHistory = z.object({ lines: z.array(LeaderboardLine), viewerId: Id });
export type LeaderboardHistory = z.infer<typeof LeaderboardHistory>;

export const LeaderboardHistoryQuery = z.strictObject({
  campaignId: OptionalId,
  scenarioId: OptionalId,
  limit: z.coerce.number().int().min(1).max(10).default(5),
});
export type LeaderboardHistoryQuery = z.infer<typeof LeaderboardHistoryQuery>;

/** One class in GET /api/scores/leaderboards; `leader` and `lastResultAt` are null while nobody has points. */
export const LeaderboardListing = z.object({
  sessionId: Id,
  sessionName: z.string(),
  courseId: Id,
  courseName: z.string(),
  organizationName: z.string().nullable(),
  startDate: Moment,
  endDate: Moment.nullable(),
  frozenAt: Moment.nullable(),
  players: z.int(),
  leader: z.object({ userName: z.string(), score: z.number() }).nullable(),
  lastResultAt: Moment.nullable(),
});
export type LeaderboardListing = z.infer<typeof LeaderboardListing>;

/** GET /api/scores/leaderboards, system admins: the boards of all classes that have started, the newest first. */
export const LeaderboardListings = z.object({
  boards: z.array(LeaderboardListing),
  total: z.int(),
  clearedAt: Moment.nullable(),
});
export type LeaderboardListings = z.infer<typeof LeaderboardListings>;

/** `search` looks into the names of class, course and organization. */
export const LeaderboardListingsQuery = z.strictObject({
  search: textLine(100).trim().default(''),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});
export type LeaderboardListingsQuery = z.infer<typeof LeaderboardListingsQuery>;

/** Reads the id of `leaderboardTopicId` back; null when the id is not one. */
export function parseLeaderboardTopicId(topicId: string): LeaderboardScope | null {
  const asStudents = topicId.endsWith(AS_STUDENTS);
  const scope = parseNarrowed(asStudents ? topicId.slice(0, -AS_STUDENTS.length) : topicId);
  return scope && (asStudents ? { ...scope, asStudents } : scope);
}

function parseNarrowed(topicId: string): LeaderboardScope | null {
  const [sessionId, kind, id, ...rest] = topicId.split('.');
  if (rest.length > 0 || !Id.safeParse(sessionId).success || !sessionId) return null;
  if (kind === undefined) return { sessionId };
  if (!Id.safeParse(id).success) return null;
  if (kind === 'campaign') return { sessionId, campaignId: id };
  return kind === 'scenario' ? { sessionId, scenarioId: id } : null;
}
