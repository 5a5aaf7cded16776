import type { Grade } from '../../../api/contracts/grade.rule.js';

/** The bands from the best, with their percents in words. */
export const GRADE_BANDS: readonly (readonly [Grade, string])[] = [
  ['A+', '≥ 95'],
  ['A', '≥ 90'],
  ['B', '≥ 80'],
  ['C', '≥ 70'],
  ['D', '≥ 60'],
  ['F', '< 60'],
];
