import { z } from 'zod';
import { Scenario } from './catalogue.contract.js';
import { ClassSessionDetails } from './group.contract.js';
import { Id, Moment } from './primitives.contract.js';

/** A student of the class. Row key: the user's id. */
const GradebookStudent = z.object({
  kind: z.literal('student'),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  enabled: z.boolean(),
});
type GradebookStudent = z.infer<typeof GradebookStudent>;

/**
 * The best attempt of one student in one scenario. Row key: `{userId}:{scenarioId}`. Points.
 * `correct` of `counted` questions have full marks, questions with a maximum of zero or none are not counted.
 */
export const GradebookCell = z.object({
  kind: z.literal('cell'),
  total: z.number(),
  maxTotal: z.number(),
  questions: z.number(),
  maxQuestions: z.number(),
  correct: z.number().int(),
  counted: z.number().int(),
  passed: z.boolean(),
  /** The attempt was over sooner than anybody can be. */
  tooFast: z.boolean(),
  completedAt: Moment,
});
export type GradebookCell = z.infer<typeof GradebookCell>;

export const GradebookRow = z.discriminatedUnion('kind', [GradebookStudent, GradebookCell]);
export type GradebookRow = z.infer<typeof GradebookRow>;

/**
 * A {@link GradebookCell} of the first load, where 30,000 of them travel at once: sequence, total, maxTotal, questions,
 * maxQuestions, correct, counted, flags (1 passed, 2 too fast, 3 both), completedAt.
 */
export const CompactCell = z.tuple([
  z.number().int(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number().int(),
  z.number().int(),
  z.number().int().min(0).max(3),
  Moment,
]);
export type CompactCell = z.infer<typeof CompactCell>;

/** Everything of a gradebook that changes: students by row, cells by user id, then scenario id. */
export const GradebookContent = z.object({
  students: z.array(z.object({ key: Id, sequence: z.number().int(), value: GradebookStudent.nullable() })),
  cells: z.record(Id, z.record(Id, CompactCell)),
});
export type GradebookContent = z.infer<typeof GradebookContent>;

/**
 * GET /api/sessions/{sessionId}/gradebook, staff of the course: what the gradebook page shows. Answers with an ETag, 304 on
 * If-None-Match. Follow with `watch {topic: 'gradebook', id: sessionId, since: sequence, generation}`.
 */
export const Gradebook = GradebookContent.extend({
  session: ClassSessionDetails,
  scenarios: z.array(Scenario.omit({ questions: true })),
  generation: z.number().int(),
  sequence: z.number().int(),
});
export type Gradebook = z.infer<typeof Gradebook>;
