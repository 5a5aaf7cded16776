import { z } from 'zod';
import { Id, Points, textLine } from './primitives.contract.js';

const GameMode = z.enum(['Sandbox', 'Learn', 'Compete']);
const ContentType = z.enum(['Globe', 'Presentation', 'Quiz']);
export const ScenarioType = z.enum(['Default', 'Quiz']);
export type ScenarioType = z.infer<typeof ScenarioType>;
export const CampaignType = z.enum(['Learn', 'Compete']);

/** A quiz question of the catalogue. `maxScore` is null for an ungraded question, whose answers are shown as letters. */
export const Question = z.object({
  /** Unique in its scenario. Optional when publishing: a question without an id gets the one of `question-ids.rule.ts` when it is read. */
  questionId: Id.optional(),
  questionText: textLine(500),
  maxScore: Points.nullable(),
  answers: z.array(z.object({ answerText: textLine(500), correct: z.boolean() })).max(26),
  /** Why the correct answer is correct. Players receive it with the score of the quiz. */
  explanation: textLine(1_000).optional(),
});
export type Question = z.infer<typeof Question>;

/**
 * One scenario of GET /api/courses/{catalogueId}/headers, which lists them by campaign, then by scenario
 * (docs/rules.md#published-catalogue). Players receive {@link PlayerScenario} instead.
 */
export const Scenario = z.object({
  scenarioId: Id,
  scenarioTitle: textLine(200),
  scenarioShortTitle: textLine(80),
  scenarioType: ScenarioType,
  campaignId: Id,
  campaignTitle: textLine(200),
  campaignType: CampaignType,
  contentType: ContentType,
  gameMode: GameMode,
  maxTotalScore: Points,
  maxQuestionsScore: Points,
  questions: z.array(Question).max(200),
  /** Shorter attempts are marked as too fast. Defaults to the minimum of the type in `too-fast.rule.ts`. */
  minSeconds: z.int().min(0).max(86_400).optional(),
  /** Share of the points that passes a quiz. Defaults to that of `quiz-score.rule.ts`. */
  passedShare: z.number().min(0).max(1).optional(),
});
export type Scenario = z.infer<typeof Scenario>;

/** A question as players receive it: without correct answers and explanation. `multiple`: several answers are correct. */
export const PlayerQuestion = Question.pick({ questionText: true, maxScore: true }).extend({
  questionId: Id,
  multiple: z.boolean(),
  answers: z.array(z.object({ answerText: textLine(500) })),
});
export type PlayerQuestion = z.infer<typeof PlayerQuestion>;

/** A scenario as players receive it, unless the catalogue sends answers (docs/rules.md#answers-of-quizzes). */
export const PlayerScenario = Scenario.extend({ questions: z.array(PlayerQuestion) });
export type PlayerScenario = z.infer<typeof PlayerScenario>;

/** Body of PUT and response of GET /api/courses/{catalogueId}/answers, for system admins (docs/rules.md#answers-of-quizzes). */
export const SentAnswers = z.strictObject({ sent: z.boolean() });
export type SentAnswers = z.infer<typeof SentAnswers>;
