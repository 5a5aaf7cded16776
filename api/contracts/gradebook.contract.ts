import { z } from 'zod';
import { ResultLevel } from './attempt.contract.js';
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
 * The attempt that counts for one student in one scenario, in points. Row key: `{userId}:{scenarioId}`. The row is removed when
 * no attempt counts any more. The flags of the attempt are in the list of results to review, see `grades.contract.ts`.
 * `correct` of `counted` questions have full marks. Questions without a maximum above zero are not counted.
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
  /** The attempt was shorter than the minimum time of its scenario. */
  tooFast: z.boolean(),
  level: ResultLevel,
  completedAt: Moment,
});
export type GradebookCell = z.infer<typeof GradebookCell>;

export const GradebookRow = z.discriminatedUnion('kind', [GradebookStudent, GradebookCell]);
export type GradebookRow = z.infer<typeof GradebookRow>;

/**
 * A {@link GradebookCell} in the compact form of the first load, which may contain 30,000 cells: sequence, total, maxTotal, questions,
 * maxQuestions, correct, counted, flags (1 passed, 2 too fast, 3 both), completedAt, rank of the level.
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
  z.number().int().min(0).max(2),
]);
export type CompactCell = z.infer<typeof CompactCell>;

/**
 * The parts of a gradebook that change: students by row, cells by user id, then scenario id. `removed`: row keys of cells without an
 * attempt that counts any more; omitted in the first load.
 */
export const GradebookContent = z.object({
  students: z.array(z.object({ key: Id, sequence: z.number().int(), value: GradebookStudent.nullable() })),
  cells: z.record(Id, z.record(Id, CompactCell)),
  removed: z.array(z.object({ key: z.string(), sequence: z.number().int() })).optional(),
});
export type GradebookContent = z.infer<typeof GradebookContent>;

/**
 * Response of GET /api/sessions/{sessionId}/gradebook, for staff of the course: the data of the gradebook page. It has an ETag,
 * and If-None-Match is answered with 304. Watch changes with `{topic: 'gradebook', id: sessionId, since: sequence, generation}`.
 */
export const Gradebook = GradebookContent.extend({
  session: ClassSessionDetails,
  scenarios: z.array(Scenario.omit({ questions: true })),
  generation: z.number().int(),
  sequence: z.number().int(),
});
export type Gradebook = z.infer<typeof Gradebook>;
