import { z } from 'zod';
import { ScenarioType } from './catalogue.contract.js';
import { Id, Moment, MomentInput, OptionalId, Points, textLine } from './primitives.contract.js';

const AnswerScorecard = z.strictObject({ answerText: textLine(500), answered: z.boolean(), correct: z.boolean() });

const QuestionScorecard = z.strictObject({
  questionText: textLine(500),
  score: Points,
  maxScore: Points.nullable(),
  answerScorecards: z.array(AnswerScorecard).max(26),
});
export type QuestionScorecard = z.infer<typeof QuestionScorecard>;

/**
 * POST /api/scores: one finished attempt of the signed-in player. Points, times in ISO 8601.
 * The same `attemptId` with the same body is answered again, with another body it is refused (409).
 * `sessionId` null: played outside any class.
 *
 * Where the catalogue lists questions, the cards are checked against them: each matches a question by its trimmed text, has
 * that question's maximum and no more points, at most two answers and 500 characters of answers beyond those listed; their
 * scores add up to `questionsScore`. Elsewhere the cards are at most 4,000 characters of JSON, 16,000 for a quiz.
 *
 * Times that do not fit a running class, by 24 hours at most, are shifted to the time of arrival. A player who stores very
 * many attempts is answered 429 with Retry-After; repeats never are.
 */
export const SubmitScoreRequest = z.strictObject({
  attemptId: Id,
  sessionId: Id.nullable(),
  scenarioId: Id,
  scoreCardType: ScenarioType,
  totalScore: Points,
  questionsScore: Points,
  maxTotalScore: Points,
  maxQuestionsScore: Points,
  passed: z.boolean(),
  startedAt: MomentInput,
  completedAt: MomentInput,
  questionScorecards: z.array(QuestionScorecard).max(200),
});
export type SubmitScoreRequest = z.infer<typeof SubmitScoreRequest>;

/**
 * Header of POST /api/scores: whose attempt it is. Optional, for clients that keep attempts until they can be sent: when
 * somebody else is signed in by then, nothing is recorded (403, `OTHER_PLAYER`).
 */
export const PLAYER_HEADER = 'x-player-id';

/** Answer of POST /api/scores: the attempt is durable in the log, 202 for the first time, 200 when it was there already. `version` is 0, the attempt's only event. */
export const SubmitScoreResponse = z.object({ attemptId: Id, version: z.number().int() });
export type SubmitScoreResponse = z.infer<typeof SubmitScoreResponse>;

/**
 * Response row of GET /api/scores/session/{sessionId|all}/{organizationId|all} (docs/rules.md#reading-scores): a student's
 * best attempt of a scenario, or every attempt with `attempts=all`. `time` is the moment of completion. Quiz score records
 * have the same shape.
 */
export const Scorecard = z.object({
  attemptId: Id,
  userId: Id,
  sessionId: Id.nullable(),
  scenarioId: Id,
  scenarioName: z.string(),
  scoreCardType: ScenarioType,
  totalScore: z.number(),
  questionsScore: z.number(),
  maxTotalScore: z.number(),
  maxQuestionsScore: z.number(),
  passed: z.boolean(),
  late: z.boolean(),
  /** Over sooner than anybody can be. Left out for who does not see everybody: students are not told. */
  tooFast: z.boolean().optional(),
  startedAt: Moment,
  time: Moment,
  questionScorecards: z.array(QuestionScorecard),
});
export type Scorecard = z.infer<typeof Scorecard>;

/** One answer holds no more than this, but for the best attempts of one class: those of 500 students in 60 scenarios. */
export const MAX_SCORECARDS = 1_000;
export const MAX_SCORECARDS_OF_CLASS = 30_000;

/**
 * Query of GET /api/scores/session/{a}/{b}. Without `limit` as many as one answer may hold; `x-total-count` tells how many
 * there are.
 */
export const ScorecardsQuery = z.strictObject({
  campaignId: OptionalId,
  scenarioId: OptionalId,
  userId: OptionalId,
  includeFailedScores: z.enum(['true', 'false']).default('false'),
  attempts: z.enum(['all', 'best']).default('best'),
  /** Of every attempt only those that arrived late, or only the others. */
  late: z.enum(['true', 'false']).optional(),
  limit: z.coerce.number().int().min(1).max(MAX_SCORECARDS).optional(),
  offset: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
});
export type ScorecardsQuery = z.infer<typeof ScorecardsQuery>;
