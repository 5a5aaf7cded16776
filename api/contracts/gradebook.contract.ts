import { z } from 'zod';
import { ResultLevel } from './attempt.contract.js';
import { Scenario } from './catalogue.contract.js';
import { GradingSettings } from './grading.contract.js';
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

/** The result of a cell or an attempt before set points and regrades, in points. */
export const OriginalResult = z.object({ points: z.number(), maximum: z.number(), passed: z.boolean() });

/**
 * The effective result of one student in one scenario, in points. Row key: `{userId}:{scenarioId}`. The row is removed when
 * nothing counts any more. The flags of the attempt are in the list of results to review, see `grades.contract.ts`.
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
  /** Null for set points without an attempt. */
  completedAt: Moment.nullable(),
  /** Bits of `CELL_MARKS` (`grading.rule.ts`): what staff decided about the cell. */
  marks: z.int(),
  /** Null when no decision changed the result. */
  original: OriginalResult.nullable(),
});
export type GradebookCell = z.infer<typeof GradebookCell>;

/** A cell without a result about which staff decided: an excused student, or a comment. Row key as of {@link GradebookCell}. */
const GradebookEmptyCell = z.object({ kind: z.literal('empty'), marks: z.int() });

/** The grading settings of the course. Row key: `grading`. */
const GradebookGrading = GradingSettings.extend({ kind: z.literal('grading') });

export const GradebookRow = z.discriminatedUnion('kind', [
  GradebookStudent,
  GradebookCell,
  GradebookEmptyCell,
  GradebookGrading,
]);
export type GradebookRow = z.infer<typeof GradebookRow>;

/**
 * The cells of one scenario in columns, because a first load may contain 30,000 cells, and equal members compress well side by side. The
 * n-th members of all lists up to `level` belong to one {@link GradebookCell} with a result.
 */
const CellColumns = z.object({
  /** Index of the student in `userIds`. */
  users: z.array(z.int()),
  total: z.array(z.number()),
  maxTotal: z.array(z.number()),
  questions: z.array(z.number()),
  maxQuestions: z.array(z.number()),
  correct: z.array(z.int()),
  counted: z.array(z.int()),
  /** 1 passed, 2 too fast, 3 both. */
  flags: z.array(z.int().min(0).max(3)),
  completedAt: z.array(Moment.nullable()),
  /** Rank of the level. */
  level: z.array(z.int().min(0).max(2)),
  /**
   * Cells about which staff decided: index in the lists above, marks, and where the result changed, the original points, maximum and
   * success (0 or 1).
   */
  decided: z
    .array(
      z.union([
        z.tuple([z.int(), z.int()]),
        z.tuple([z.int(), z.int(), z.number(), z.number(), z.int().min(0).max(1)]),
      ]),
    )
    .optional(),
  /** Each {@link GradebookEmptyCell}: index of the student in `userIds`, marks. */
  empty: z.array(z.tuple([z.int(), z.int()])).optional(),
});
export type CellColumns = z.infer<typeof CellColumns>;

/**
 * The parts of a gradebook that change, as of `sequence`: students by row key, and the columns of cells by scenario id. `removed`: row keys of cells
 * without an attempt that counts any more; omitted in the first load. `grading` is omitted for the default settings.
 */
export const GradebookContent = z.object({
  sequence: z.int(),
  students: z.array(z.object({ key: Id, value: GradebookStudent.nullable() })),
  /** The students who have cells, including those who left. */
  userIds: z.array(Id),
  columns: z.record(Id, CellColumns),
  removed: z.array(z.string()).optional(),
  grading: GradingSettings.optional(),
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
});
export type Gradebook = z.infer<typeof Gradebook>;
