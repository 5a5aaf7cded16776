import { averagedCell, averageOf, type AveragedResult } from './average.rule.js';
import { cellKey } from './cell-key.rule.js';
import type { GradebookContent, GradebookRow } from './gradebook.contract.js';
import { gradebookCell, gradebookContent } from './gradebook-content.fixture.js';
import { CELL_MARKS, DEFAULT_GRADING, type Grading, MISSING_POLICIES } from './grading.rule.js';

/** A class in which any cell may have a result, be excused, have only a comment, or have nothing, and the grading of its course. */
export interface AveragedClass {
  readonly students: readonly string[];
  readonly scenarios: readonly { readonly scenarioId: string; readonly campaignId: string }[];
  readonly cells: readonly (readonly GradebookRow[])[];
  readonly grading: Grading;
}

/** Returns a class whose cells and settings follow from numbers that are not negative. */
export function averagedClass(
  students: AveragedClass['students'],
  scenarios: AveragedClass['scenarios'],
  numbers: readonly number[],
): AveragedClass {
  let next = 0;
  const oneOf = <T>(values: readonly T[]): T => values[numbers[next++ % numbers.length]! % values.length]!;
  const points = (): number => oneOf([0, 1, 12.34, 50, 99.99, 100]);
  const anyCell = (): GradebookRow =>
    oneOf<GradebookRow>([
      gradebookCell({
        total: points(),
        maxTotal: oneOf([0, 100, 250]),
        questions: points(),
        maxQuestions: oneOf([0, 0, 60]),
      }),
      gradebookCell({ total: points(), maxTotal: 100, questions: 0, maxQuestions: 0 }),
      { kind: 'empty', marks: CELL_MARKS.excused | CELL_MARKS.comment },
      { kind: 'empty', marks: CELL_MARKS.comment },
      { kind: 'empty', marks: 0 },
    ]);
  const ids = scenarios.flatMap(({ scenarioId, campaignId }) => [scenarioId, campaignId]);
  const values = Object.fromEntries(ids.map((id) => [id, oneOf([0, 1, 3, 100])]));
  return {
    students,
    scenarios,
    cells: students.map(() => scenarios.map(anyCell)),
    grading: {
      ...DEFAULT_GRADING,
      missing: oneOf(MISSING_POLICIES),
      weights: oneOf([null, { by: 'Scenario', values }, { by: 'Campaign', values }]),
    },
  };
}

/** Returns the class as the content of its gradebook. */
export const contentOfClass = ({ students, scenarios, cells, grading }: AveragedClass): GradebookContent =>
  gradebookContent({
    ...Object.fromEntries(
      students.map((key) => [key, { kind: 'student', username: key, firstName: '', lastName: '', enabled: true }]),
    ),
    ...Object.fromEntries(
      students.flatMap((userId, row) =>
        scenarios.map(({ scenarioId }, column) => [cellKey(userId, scenarioId), cells[row]![column]!]),
      ),
    ),
    grading: { kind: 'grading', ...grading },
  });

/** Returns the averages of the class by {@link averageOf}: of its students, of its scenarios, and of all results together. */
export function averagesOfClass({ students, scenarios, cells, grading }: AveragedClass) {
  const results = students.map((_, row) =>
    scenarios.map((scenario, column): AveragedResult => ({ ...scenario, cell: averagedCell(cells[row]![column]) })),
  );
  return {
    students: results.map((ofStudent) => averageOf(ofStudent, grading)),
    scenarios: scenarios.map((_, column) =>
      averageOf(
        results.map((ofStudent) => ofStudent[column]!),
        { ...grading, weights: null },
      ),
    ),
    overall: averageOf(results.flat(), grading),
  };
}
