import * as grades from '../../../api/contracts/grade.rule.js';

/** The letters from the best, each with its percentages in words. */
export const GRADE_BANDS: readonly (readonly [grades.Grade, string])[] = grades.GRADE_BANDS.map(
  ({ grade, from }, index) => {
    const above = grades.GRADE_BANDS[index - 1]?.from;
    return [grade, from > 0 ? `≥ ${from}` : `< ${above}`];
  },
);
