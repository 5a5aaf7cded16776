import { z } from 'zod';
import { Scenario } from './catalogue.contract.js';
import { ClassSessionDetails } from './group.contract.js';
import { Id, Moment } from './primitives.contract.js';

/** A student of the class. Row key: the user's id. */
export const GradebookStudent = z.object({
  kind: z.literal('student'),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  enabled: z.boolean(),
});
export type GradebookStudent = z.infer<typeof GradebookStudent>;

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
  completedAt: Moment,
});
export type GradebookCell = z.infer<typeof GradebookCell>;

export const GradebookRow = z.discriminatedUnion('kind', [GradebookStudent, GradebookCell]);
export type GradebookRow = z.infer<typeof GradebookRow>;

/**
 * GET /api/sessions/{sessionId}/gradebook, staff of the course: what the gradebook page shows. Answers with an ETag, 304 on
 * If-None-Match. Follow with `watch {topic: 'gradebook', id: sessionId, since: sequence, generation}`.
 */
export const Gradebook = z.object({
  session: ClassSessionDetails,
  scenarios: z.array(Scenario.omit({ questions: true })),
  generation: z.number().int(),
  sequence: z.number().int(),
  rows: z.array(z.object({ key: z.string(), sequence: z.number().int(), value: GradebookRow.nullable() })),
});
export type Gradebook = z.infer<typeof Gradebook>;

/** Path parameter of the gradebook. */
export const GradebookParams = z.object({ sessionId: Id });
