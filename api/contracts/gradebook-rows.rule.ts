import type { CompactCell, GradebookCell, GradebookContent, GradebookRow } from './gradebook.contract.js';
import type { LiveRow } from './live.contract.js';
import { RESULT_LEVELS } from './result-level.rule.js';

/** Row key of the grading settings. */
export const GRADING_KEY = 'grading';

const PASSED = 1;
const TOO_FAST = 2;

/** Encodes the flags of a compact cell as one number. */
export const cellFlags = ({ passed, tooFast }: { passed: boolean; tooFast: boolean }): number =>
  (passed ? PASSED : 0) + (tooFast ? TOO_FAST : 0);

/** Returns whether the flags of a compact cell contain the success. */
export const isPassed = (flags: number): boolean => (flags & PASSED) !== 0;

/** Converts the content of a gradebook to live rows, the format of its later changes. */
export function gradebookRows({ students, cells, removed = [], grading }: GradebookContent): LiveRow<GradebookRow>[] {
  const rows: LiveRow<GradebookRow>[] = [...students, ...removed.map((row) => ({ ...row, value: null }))];
  if (grading) {
    const { sequence, value } = grading;
    rows.push({ key: GRADING_KEY, sequence, value: { kind: 'grading', ...value } });
  }
  for (const [userId, ofUser] of Object.entries(cells)) {
    for (const [scenarioId, cell] of Object.entries(ofUser)) rows.push(cellRow(`${userId}:${scenarioId}`, cell));
  }
  return rows;
}

function cellRow(key: string, cell: CompactCell): LiveRow<GradebookRow> {
  const value = cell.length === 2 ? ({ kind: 'empty', marks: cell[1] } as const) : toGradebookCell(cell);
  return { key, sequence: cell[0], value };
}

/** Converts a compact cell with a result to the format of live rows. */
export function toGradebookCell(cell: Exclude<CompactCell, readonly [number, number]>): GradebookCell {
  const [, total, maxTotal, questions, maxQuestions, correct, counted, flags, completedAt, level] = cell;
  const [, , , , , , , , , , marks = 0, points, maximum, passed] = cell;
  return {
    kind: 'cell',
    total,
    maxTotal,
    questions,
    maxQuestions,
    correct,
    counted,
    passed: isPassed(flags),
    tooFast: (flags & TOO_FAST) !== 0,
    level: RESULT_LEVELS[level]!,
    completedAt,
    marks,
    original: points === undefined || maximum === undefined ? null : { points, maximum, passed: passed === 1 },
  };
}
