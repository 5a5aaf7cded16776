import { gradeOf, type Grade } from '../../../api/contracts/grade.rule.js';
import { GRADE_BANDS } from './cell-display.js';

export interface Band {
  grade: Grade;
  /** Its range of percentages as text. */
  range: string;
  count: number;
}

export interface Distribution {
  bands: readonly Band[];
  graded: number;
  /** Students without a grade. */
  without: number;
}

/** Counts the percents in each band; null counts as one without a grade. */
export function distributionOf(percents: readonly (number | null)[]): Distribution {
  const counts = new Map<Grade, number>();
  let graded = 0;
  for (const percent of percents) {
    if (percent === null) continue;
    graded += 1;
    counts.set(gradeOf(percent), (counts.get(gradeOf(percent)) ?? 0) + 1);
  }
  return {
    bands: GRADE_BANDS.map(([grade, range]) => ({ grade, range, count: counts.get(grade) ?? 0 })),
    graded,
    without: percents.length - graded,
  };
}
