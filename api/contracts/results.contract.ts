import { z } from 'zod';
import { ResultLevel } from './attempt.contract.js';
import { Scenario } from './catalogue.contract.js';
import { GradebookCell, OriginalResult } from './gradebook.contract.js';
import { GradingSettings, OwnDecision } from './grading.contract.js';
import { Id, Moment } from './primitives.contract.js';

/** Maximum number of attempts of one scenario in GET /api/users/me/results: the newest, and the best one if it is older. */
export const MAX_LISTED_ATTEMPTS = 20;

/**
 * One attempt of the caller, in points after regrades. `original`: before them, null when they changed nothing. `best`: the attempt that
 * the result in the gradebook is of. `passed` is by the pass mark of the course. `late`: it arrived more than 15 minutes after the
 * end of the class and does not count. `setAside`: staff decided that it does not count. `questions`: how many questions it answers. The flags of an attempt are
 * for staff only.
 */
export const OwnAttempt = z.object({
  attemptId: Id,
  totalScore: z.number(),
  maxTotalScore: z.number(),
  questionsScore: z.number(),
  maxQuestionsScore: z.number(),
  passed: z.boolean(),
  original: OriginalResult.nullable(),
  late: z.boolean(),
  level: ResultLevel,
  setAside: z.object({ reason: z.string() }).nullable(),
  best: z.boolean(),
  questions: z.int(),
  startedAt: Moment,
  time: Moment,
});
export type OwnAttempt = z.infer<typeof OwnAttempt>;

/**
 * The caller's result of a scenario as the gradebook has it, in points (docs/rules.md#effective-result). `original`: without regrades and
 * set points, null when they changed nothing.
 */
export const OwnResult = GradebookCell.pick({
  total: true,
  maxTotal: true,
  questions: true,
  maxQuestions: true,
  passed: true,
  original: true,
});
export type OwnResult = z.infer<typeof OwnResult>;

/**
 * Attempts of one scenario, newest first. `attemptCount` includes unlisted attempts. `result` is null while nothing counts, and outside a
 * class. `decisions` of staff are newest first. A scenario with a decision may have no attempt.
 */
export const OwnScenario = Scenario.pick({
  scenarioId: true,
  scenarioTitle: true,
  scenarioType: true,
  campaignTitle: true,
}).extend({
  attemptCount: z.int(),
  attempts: z.array(OwnAttempt),
  result: OwnResult.nullable(),
  decisions: z.array(OwnDecision),
});
export type OwnScenario = z.infer<typeof OwnScenario>;

/**
 * Attempts of one class, scenarios in the order of the catalogue. `session` is null for attempts outside a class.
 * `answersReleasedAt` and `debriefReleasedAt` are null while the answers or the debrief are withheld, and for attempts outside a class.
 * `grading`: the settings of the course that decide about the caller's results.
 */
export const OwnClassResults = z.object({
  session: z
    .object({
      id: Id,
      name: z.string(),
      courseName: z.string(),
      startDate: Moment.nullable(),
      endDate: Moment.nullable(),
    })
    .nullable(),
  grading: GradingSettings.pick({ count: true, attempts: true, passMark: true }),
  answersReleasedAt: Moment.nullable(),
  debriefReleasedAt: Moment.nullable(),
  scenarios: z.array(OwnScenario),
});
export type OwnClassResults = z.infer<typeof OwnClassResults>;

/**
 * Response of GET /api/users/me/results: the caller's attempts in current and former classes. The class with the newest
 * activity is first. `total` is the number of classes on all pages.
 */
export const OwnResults = z.object({ classes: z.array(OwnClassResults), total: z.int() });
export type OwnResults = z.infer<typeof OwnResults>;

/** Page of {@link OwnResults}, in classes. */
export const OwnResultsFilter = z.strictObject({
  limit: z.coerce.number().int().min(1).max(20).default(5),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});
export type OwnResultsFilter = z.infer<typeof OwnResultsFilter>;

/** A question of an attempt. `explanation`: the catalogue's reason for the correct answer, if any. */
const OwnQuestion = z.object({
  questionText: z.string(),
  score: z.number(),
  maxScore: z.number().nullable(),
  answers: z.array(z.object({ answerText: z.string(), answered: z.boolean(), correct: z.boolean() })),
  explanation: z.string().optional(),
});
type OwnQuestion = z.infer<typeof OwnQuestion>;

/**
 * Response of GET /api/users/me/results/{attemptId}: the answers of an own attempt, 404 for any other. `questions` is empty while
 * `answersReleasedAt` is null.
 */
export const OwnAnswers = z.object({
  attemptId: Id,
  answersReleasedAt: Moment.nullable(),
  questions: z.array(OwnQuestion),
});
export type OwnAnswers = z.infer<typeof OwnAnswers>;

/**
 * Response of GET and PUT /api/sessions/{sessionId}/answers and /api/sessions/{sessionId}/debrief, for staff of the course. Null while the
 * answers or the debrief are withheld from students.
 */
export const ClassRelease = z.object({ releasedAt: Moment.nullable() });
export type ClassRelease = z.infer<typeof ClassRelease>;

/** Body of both PUT requests: releases the answers or the debrief of a class to its students, or withholds them. */
export const ChangeReleaseRequest = z.strictObject({ released: z.boolean() });
export type ChangeReleaseRequest = z.infer<typeof ChangeReleaseRequest>;
