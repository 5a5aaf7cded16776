import { cellKey } from './cell-key.rule.js';
import type { CellColumns, GradebookCell, GradebookContent, GradebookRow } from './gradebook.contract.js';
import type { LiveRow } from './live.contract.js';
import { RESULT_LEVELS } from './result-level.rule.js';

/** Row key of the grading settings. */
export const GRADING_KEY = 'grading';

const PASSED = 1;
const TOO_FAST = 2;

/** Encodes the flags of a cell as one number. */
export const cellFlags = ({ passed, tooFast }: { passed: boolean; tooFast: boolean }): number =>
  (passed ? PASSED : 0) + (tooFast ? TOO_FAST : 0);

/** Returns whether the flags of a cell contain the success. */
export const isPassed = (flags: number): boolean => (flags & PASSED) !== 0;

/**
 * A cell with a result as its read model has it in `figures`, `level` and `extra`: total, maxTotal, questions, maxQuestions, correct, counted,
 * flags, completedAt, rank of the level. Cells about which staff decided also have marks, and where the result changed, the original
 * points, maximum and success (0 or 1).
 */
export type CellMembers = readonly [
  ...figures: readonly [number, number, number, number, number, number, number, string | null, number],
  marks?: number,
  points?: number,
  maximum?: number,
  passed?: number,
];

/** Converts the content of a gradebook to live rows, the format of its later changes. */
export function gradebookRows(content: GradebookContent): LiveRow<GradebookRow>[] {
  const { sequence, students, userIds, columns, removed = [], grading } = content;
  const rows: LiveRow<GradebookRow>[] = students.map(({ key, value }) => ({ key, sequence, value }));
  const add = (key: string, value: GradebookRow | null) => rows.push({ key, sequence, value });
  for (const key of removed) add(key, null);
  if (grading) add(GRADING_KEY, { kind: 'grading', ...grading });
  for (const [scenarioId, cells] of Object.entries(columns)) {
    const results = resultsOf(cells);
    for (const [nth, user] of cells.users.entries()) add(cellKey(userIds[user]!, scenarioId), results[nth]!);
    for (const [user, marks] of cells.empty ?? []) add(cellKey(userIds[user]!, scenarioId), { kind: 'empty', marks });
  }
  return rows;
}

function resultsOf(cells: CellColumns): GradebookCell[] {
  const decisions = new Map(cells.decided?.map(([nth, ...decision]) => [nth, decision]));
  return cells.users.map((_, nth) => {
    const flags = cells.flags[nth]!;
    const [marks = 0, points, maximum = 0, passed] = decisions.get(nth) ?? [];
    return {
      kind: 'cell',
      total: cells.total[nth]!,
      maxTotal: cells.maxTotal[nth]!,
      questions: cells.questions[nth]!,
      maxQuestions: cells.maxQuestions[nth]!,
      correct: cells.correct[nth]!,
      counted: cells.counted[nth]!,
      passed: isPassed(flags),
      tooFast: (flags & TOO_FAST) !== 0,
      level: RESULT_LEVELS[cells.level[nth]!]!,
      completedAt: cells.completedAt[nth]!,
      marks,
      original: points === undefined ? null : { points, maximum, passed: passed === 1 },
    };
  });
}
