import { z } from 'zod';
import { AttemptFlag, ResultLevel } from './attempt.contract.js';
import { ScenarioType } from './catalogue.contract.js';
import { FlightRecording } from './flight.contract.js';
import { Id, Moment, MomentInput, OptionalId, Points, textLine } from './primitives.contract.js';

/** Maximum number of options of a question. */
const MAX_OPTIONS = 26;

const AnswerScorecard = z.strictObject({ answerText: textLine(500), answered: z.boolean(), correct: z.boolean() });

const QuestionScorecard = z.strictObject({
  questionText: textLine(500),
  score: Points,
  maxScore: Points.nullable(),
  answerScorecards: z.array(AnswerScorecard).max(MAX_OPTIONS),
});
export type QuestionScorecard = z.infer<typeof QuestionScorecard>;

/** The answer to a question: the indices of the chosen options in the order of the catalogue, and what the player typed. */
export const GivenAnswer = z.strictObject({
  questionId: Id,
  chosen: z
    .array(
      z
        .int()
        .min(0)
        .max(MAX_OPTIONS - 1),
    )
    .max(MAX_OPTIONS),
  text: textLine(500).optional(),
});
export type GivenAnswer = z.infer<typeof GivenAnswer>;

/**
 * Body of POST /api/scores: one finished attempt of the signed-in player. Scores are points, times are ISO 8601.
 * A repeated `attemptId` with the same body succeeds again; with another body it is rejected with 409.
 * `sessionId` is null for an attempt outside any class.
 *
 * When the catalogue lists questions, the cards are checked against them. Each card matches a question by its trimmed text, has
 * that question's maximum and at most that many points. It has at most two answers and 500 characters of answers beyond the
 * listed ones. The scores of the cards add up to `questionsScore`. Without listed questions the cards have at most 4,000
 * characters of JSON, or 16,000 for a quiz.
 *
 * Times that miss a running class by at most 24 hours are shifted to the time of arrival. A player who stores too many
 * attempts receives 429 with Retry-After; repeats are never limited.
 *
 * `ticket` is that of POST /api/attempts. With a valid ticket, start and duration are those of the server's clock. With
 * another ticket, the result is stored like one without.
 *
 * `flight` is the recording of a flight of the training build. A worker flies it again, and the result becomes `Verified`, or is
 * flagged when the points differ.
 *
 * `answers` are those of a quiz that the server scores (docs/rules.md#scores-of-quizzes). The body then has no question cards,
 * `questionsScore` 0 and `passed` false. Questions without an answer have no points.
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
  ticket: z.string().max(200).optional(),
  flight: FlightRecording.optional(),
  answers: z.array(GivenAnswer).max(200).optional(),
});
export type SubmitScoreRequest = z.infer<typeof SubmitScoreRequest>;

/**
 * Header of POST /api/scores: the id of the attempt's player. Optional, for clients that store attempts and send them later.
 * When another player is signed in by then, the attempt is rejected (403, `OTHER_PLAYER`).
 */
export const PLAYER_HEADER = 'x-player-id';

/** A scored question: its points, the indices of the correct options in the order of the catalogue, and the explanation. */
const ScoredQuestion = z.object({
  questionId: Id,
  score: z.number(),
  maxScore: z.number().nullable(),
  correct: z.array(z.int()),
  explanation: z.string().optional(),
});

/** The score of a quiz that the server computed. The questions are in the order of the catalogue. */
export const ScoredQuiz = z.object({
  questionsScore: z.number(),
  maxQuestionsScore: z.number(),
  passed: z.boolean(),
  questions: z.array(ScoredQuestion),
});
export type ScoredQuiz = z.infer<typeof ScoredQuiz>;

/**
 * Response of POST /api/scores: the attempt is durable in the log. 202 for the first request, 200 for a repeat. `version` is
 * always 0, because an attempt has only one event. `level` is what the result is worth. `quiz` is omitted when the server did
 * not score the attempt.
 */
export const SubmitScoreResponse = z.object({
  attemptId: Id,
  version: z.number().int(),
  level: ResultLevel,
  quiz: ScoredQuiz.optional(),
});
export type SubmitScoreResponse = z.infer<typeof SubmitScoreResponse>;

/**
 * Response row of GET /api/scores/session/{sessionId|all}/{organizationId|all} (docs/rules.md#reading-scores): the attempt that
 * is a student's result of a scenario, or every attempt with `attempts=all`. `time` is the moment of completion. Quiz score records
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
  /** Staff has set the attempt aside: it is kept, but does not count. */
  setAside: z.boolean(),
  /** The attempt may count: it is not late, not set aside, and its level counts in the course. */
  counted: z.boolean(),
  /** The attempt was shorter than the minimum time of its scenario. Omitted for students. */
  tooFast: z.boolean().optional(),
  level: ResultLevel,
  /** Reasons to review the attempt; omitted for students. */
  flags: z.array(AttemptFlag).optional(),
  startedAt: Moment,
  time: Moment,
  questionScorecards: z.array(QuestionScorecard),
});
export type Scorecard = z.infer<typeof Scorecard>;

/** Maximum number of rows in one response. The best attempts of one class have a higher limit: 500 students in 60 scenarios. */
export const MAX_SCORECARDS = 1_000;
export const MAX_SCORECARDS_OF_CLASS = 30_000;

/**
 * Query of GET /api/scores/session/{a}/{b}. `limit` defaults to the maximum of one response. The header `x-total-count` is the
 * number of all rows.
 */
export const ScorecardsFilter = z.strictObject({
  campaignId: OptionalId,
  scenarioId: OptionalId,
  userId: OptionalId,
  includeFailedScores: z.enum(['true', 'false']).default('false'),
  attempts: z.enum(['all', 'best']).default('best'),
  /** Selects only late attempts, or only attempts in time. */
  late: z.enum(['true', 'false']).optional(),
  limit: z.coerce.number().int().min(1).max(MAX_SCORECARDS).optional(),
  offset: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
});
export type ScorecardsFilter = z.infer<typeof ScorecardsFilter>;
