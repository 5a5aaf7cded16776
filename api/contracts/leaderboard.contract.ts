import { z } from 'zod';
import { AS_STUDENTS, type LeaderboardScope } from './leaderboard-topic.rule.js';
import { Id, Moment, OptionalId, textLine } from './primitives.contract.js';

/**
 * One entry of a leaderboard. `score` is the sum of total and questions score of the result of each scenario in scope that
 * ranks (docs/rules.md#ranking).
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
 * Response of GET /api/scores/leaderboard/{sessionId|all}/{organizationId|all}. `me` is the entry of the caller or of `userId`,
 * also below the limit. `around` contains that entry and its neighbours, best first, when it is below the limit. `version` grows
 * with every change. `organizationName` is null except for system admins. On boards with aliases or without names, user ids are
 * pseudonyms that are valid only on this board. `viewerId` is the id of the caller's own rows, here and on the live topic.
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

/** How a course's leaderboards name students to each other: by username, by alias, or not at all. */
export const LeaderboardNaming = z.enum(['names', 'aliases', 'anonymous']);
export type LeaderboardNaming = z.infer<typeof LeaderboardNaming>;

/**
 * Response of GET /api/sessions/{sessionId}/aliases, for staff of the course: the id and the alias of each student of a class, for views that
 * a whole room sees. The aliases are those of the boards, whatever the boards show.
 */
export const ClassAliases = z.array(z.tuple([Id, z.string()]));
export type ClassAliases = z.infer<typeof ClassAliases>;

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
 * Response of GET and PUT /api/groups/{id}/leaderboard. `sessionId` is the running or most recent class, the only one that can
 * be frozen; null before the first class. `frozenAt` belongs to that class.
 */
export const LeaderboardSettings = z.object({
  naming: LeaderboardNaming,
  sessionId: Id.nullable(),
  frozenAt: Moment.nullable(),
});
export type LeaderboardSettings = z.infer<typeof LeaderboardSettings>;

/**
 * Query of a leaderboard. `view=students`: staff receive the board as students see it; students always do. `offset` skips the
 * first places; `me` and `around` are then empty.
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

/** Snapshot of topic `leaderboard`: only the top places. A lower rank of the caller is read with GET. */
export type LiveLeaderboard = Pick<Leaderboard, 'topScores' | 'frozenAt'>;

/** Number of places in the snapshot of the live topic. */
export const LIVE_PLACES = 25;

/** Score history of one user: the sum after each passed scenario, in chronological order. */
export const LeaderboardLine = z.object({
  userId: Id,
  userName: z.string(),
  points: z.array(z.object({ at: Moment, score: z.number() })),
});
export type LeaderboardLine = z.infer<typeof LeaderboardLine>;

/** Response of GET …/history, with the query of the board: the leaders, best first, and the caller when not among them. */
export const LeaderboardHistory = z.object({ lines: z.array(LeaderboardLine), viewerId: Id });
export type LeaderboardHistory = z.infer<typeof LeaderboardHistory>;

export const LeaderboardHistoryQuery = z.strictObject({
  campaignId: OptionalId,
  scenarioId: OptionalId,
  limit: z.coerce.number().int().min(1).max(10).default(5),
});
export type LeaderboardHistoryQuery = z.infer<typeof LeaderboardHistoryQuery>;

/** One class in GET /api/scores/leaderboards. `leader` and `lastResultAt` are null until a student has points. */
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

/** Response of GET /api/scores/leaderboards, for system admins: the boards of all started classes, newest first. */
export const LeaderboardListings = z.object({
  boards: z.array(LeaderboardListing),
  total: z.int(),
  clearedAt: Moment.nullable(),
});
export type LeaderboardListings = z.infer<typeof LeaderboardListings>;

/** Query of GET /api/scores/leaderboards. `search` matches the names of class, course and organization. */
export const LeaderboardListingsQuery = z.strictObject({
  search: textLine(100).trim().default(''),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});
export type LeaderboardListingsQuery = z.infer<typeof LeaderboardListingsQuery>;

/** Parses an id of `leaderboardTopicId`. Returns null for an invalid id. */
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
