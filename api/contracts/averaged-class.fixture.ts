import { type AveragedCell, averageOf, type AveragedResult } from './average.rule.js';
import type { CompactCell, GradebookContent } from './gradebook.contract.js';
import { CELL_MARKS, DEFAULT_GRADING, type Grading, MISSING_POLICIES } from './grading.rule.js';

/** A class in which any cell may have a result, be excused, have only a comment, or have nothing, and the grading of its course. */
export interface AveragedClass {
  readonly students: readonly string[];
  readonly scenarios: readonly { readonly scenarioId: string; readonly campaignId: string }[];
  readonly cells: readonly (readonly CompactCell[])[];
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
  const anyCell = (): CompactCell =>
    oneOf<CompactCell>([
      [1, points(), oneOf([0, 100, 250]), points(), oneOf([0, 0, 60]), 0, 0, 1, null, 0],
      [1, points(), 100, 0, 0, 0, 0, 1, null, 0],
      [1, CELL_MARKS.excused | CELL_MARKS.comment],
      [1, CELL_MARKS.comment],
      [1, 0],
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
export const contentOfClass = ({ students, scenarios, cells, grading }: AveragedClass): GradebookContent => ({
  students: students.map((key) => ({
    key,
    sequence: 1,
    value: { kind: 'student', username: key, firstName: '', lastName: '', enabled: true },
  })),
  cells: Object.fromEntries(
    students.map((userId, row) => [
      userId,
      Object.fromEntries(scenarios.map(({ scenarioId }, column) => [scenarioId, cells[row]![column]!])),
    ]),
  ),
  grading: { sequence: 1, value: grading },
});

/** Returns the averages of the class by {@link averageOf}: of its students, of its scenarios, and of all results together. */
export function averagesOfClass({ students, scenarios, cells, grading }: AveragedClass) {
  const results = students.map((_, row) =>
    scenarios.map((scenario, column): AveragedResult => ({ ...scenario, cell: averagedCell(cells[row]![column]!) })),
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

const averagedCell = (cell: CompactCell): AveragedCell => {
  if (cell.length === 2) return cell[1] & CELL_MARKS.excused ? 'Excused' : undefined;
  return { total: cell[1], maxTotal: cell[2], questions: cell[3], maxQuestions: cell[4] };
};
