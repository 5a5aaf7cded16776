import { z } from 'zod';
import { ResultLevel } from './attempt.contract.js';
import { Scenario } from './catalogue.contract.js';
import { ClassSessionDetails } from './group.contract.js';
import { Id, Moment, textLine } from './primitives.contract.js';

/** An option of a question. `correct`: it is a correct answer. */
const QuizAnswer = z.object({ answerText: z.string(), correct: z.boolean() });

/** A question as it was asked. `position` is its position in the first attempt with this form. */
export const QuizQuestion = z.object({
  questionText: z.string(),
  maxScore: z.number().nullable(),
  position: z.int(),
  answers: z.array(QuizAnswer),
});
export type QuizQuestion = z.infer<typeof QuizQuestion>;

/**
 * The questions of an attempt without the answers. All attempts with the same question texts share one form, in any order.
 * Row key: `formKey` of `quiz-topic.rule.ts`.
 */
export const QuizForm = z.object({ kind: z.literal('form'), questions: z.array(QuizQuestion) });
export type QuizForm = z.infer<typeof QuizForm>;

/**
 * The attempt of a student that counts. `scores` and `chosen` follow the order of the questions of its form. `chosen` has one character
 * per option, 1 when it was chosen, such as `'0100'`.
 */
export const QuizAttempt = z.object({
  attemptId: Id,
  time: Moment,
  questionsScore: z.number(),
  maxQuestionsScore: z.number(),
  passed: z.boolean(),
  tooFast: z.boolean(),
  level: ResultLevel,
  form: z.string(),
  scores: z.array(z.number()),
  chosen: z.array(z.string()),
  /** Texts that the student typed, for the placeholders of the form; see `free-text.rule.ts`. Omitted when there are none. */
  freeText: z.string().optional(),
});
export type QuizAttempt = z.infer<typeof QuizAttempt>;

/** A student of the class, with or without an attempt. Row key: the user's id. */
export const QuizStudent = z.object({
  kind: z.literal('student'),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  enabled: z.boolean(),
  attempt: QuizAttempt.nullable(),
});
export type QuizStudent = z.infer<typeof QuizStudent>;

export const QuizRow = z.discriminatedUnion('kind', [QuizStudent, QuizForm]);
export type QuizRow = z.infer<typeof QuizRow>;

/**
 * Response of GET /api/sessions/{sessionId}/quizzes/{scenarioId}, for staff of the course: the data of the page 'Quiz Responses'.
 * Watch changes with `{topic: 'quiz', id: '{sessionId}.{scenarioId}', since: sequence, generation}`.
 */
export const QuizResponses = z.object({
  session: ClassSessionDetails,
  scenario: Scenario,
  rows: z.array(z.object({ key: z.string(), sequence: z.int(), value: QuizRow.nullable() })),
  generation: z.int(),
  sequence: z.int(),
});
export type QuizResponses = z.infer<typeof QuizResponses>;

/**
 * Response of GET /api/sessions/{sessionId}/quizzes, for staff of the course: quizzes with attempts first, then in the order
 * of the catalogue (docs/rules.md#quizzes-of-a-class).
 */
export const QuizSummary = Scenario.pick({
  scenarioId: true,
  scenarioTitle: true,
  scenarioShortTitle: true,
  campaignTitle: true,
}).extend({
  /** Number of students of the class with an attempt that counts. */
  responses: z.int(),
});
export type QuizSummary = z.infer<typeof QuizSummary>;

/**
 * Query of GET /api/sessions, for staff: the caller's classes of that name, the newest first, at most twenty
 * (docs/rules.md#quiz-addresses). Returns {@link ClassSessionDetails}[].
 */
export const ClassesByNameFilter = z.strictObject({ name: textLine(400).min(1) });
export type ClassesByNameFilter = z.infer<typeof ClassesByNameFilter>;

const Share = z.number().min(0).max(1);

/** Figures of one question over a class, defined in `item-analysis.rule.ts`. */
export const QuestionItem = z.object({
  /** Its column on the page 'Quiz Responses', from 1. */
  number: z.int().min(1),
  questionText: z.string(),
  maxScore: z.number().nullable(),
  /** Number of students who were asked, and of those who chose an option. */
  asked: z.int(),
  answered: z.int(),
  /** Share of the asked students with full marks; null when the question is not graded or no student was asked. */
  fullMarks: Share.nullable(),
  /** Mean points of the asked students; null when the question is not graded or no student was asked. */
  average: z.number().nullable(),
  /** Share with full marks in the top group minus that in the bottom group, -1 to 1; null when undefined. */
  discrimination: z.number().min(-1).max(1).nullable(),
  options: z.array(QuizAnswer.extend({ chosen: z.int() })),
});
export type QuestionItem = z.infer<typeof QuestionItem>;

/** Analysis of a quiz. `groupSize`: students in each group; null when the class is too small or all scores are equal. */
export const ItemAnalysis = z.object({
  attempts: z.int(),
  groupSize: z.int().nullable(),
  /** Mean points of an attempt over all its questions; null without attempts. */
  average: z.number().nullable(),
  items: z.array(QuestionItem),
});
export type ItemAnalysis = z.infer<typeof ItemAnalysis>;

/**
 * Query of GET /api/scores/session/{sessionId}/{organizationId|all}/items, for staff of the course. Returns the
 * {@link ItemAnalysis} of a quiz over the attempts of the class that count, the most missed question first.
 */
export const ItemsQuery = z.strictObject({ scenarioId: Id });
export type ItemsQuery = z.infer<typeof ItemsQuery>;
