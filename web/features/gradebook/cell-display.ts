import type { GradebookCell, GradebookRow } from '../../../api/contracts/gradebook.contract.js';
import { gradeOf, percentOf, type Grade } from '../../../api/contracts/grade.rule.js';
import * as grades from '../../../api/contracts/grade.rule.js';

interface CellDisplay {
  /** Null when the maximum is zero (docs/rules.md#grades). */
  grade: Grade | null;
  percent: number | null;
  /** 'correct/counted' of a quiz. */
  questions: string | null;
}

/** Mark of results that were too fast: two chevrons, like the fast-forward symbol of a recorder. */
export const TOO_FAST = '»';

/** Returns what a cell shows of its best attempt. */
export function cellDisplay(cell: GradebookCell, isQuiz: boolean): CellDisplay {
  const percent = percentOfCell(cell);
  if (percent === null) return { grade: null, percent, questions: null };
  return { grade: gradeOf(percent), percent, questions: isQuiz ? `${cell.correct}/${cell.counted}` : null };
}

/** Returns the whole percent of a cell; null without an attempt, when the maximum is zero, or for a row that is no cell. */
export function percentOfCell(row: GradebookRow | null | undefined): number | null {
  if (row?.kind !== 'cell') return null;
  const { total, maxTotal, questions, maxQuestions } = row;
  return percentOf({ total, maxTotal, questions, maxQuestions });
}

/** The letter grades, best first, each with its range of percentages as text. */
export const GRADE_BANDS: readonly (readonly [grades.Grade, string])[] = grades.GRADE_BANDS.map(
  ({ grade, from }, index) => {
    const above = grades.GRADE_BANDS[index - 1]?.from;
    return [grade, from > 0 ? `≥ ${from}` : `< ${above}`];
  },
);
