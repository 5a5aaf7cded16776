import { type Grade, GRADE_BANDS } from '../../../contracts/grade.rule.js';
import type { Shade } from '../../../platform/sheets/sheet.js';

/** Colours of the grades, those of the light scheme in `web/app/theme.css`. */
export const GRADE_FILLS: Readonly<Record<Grade, string>> = {
  'A+': '8FD3C4',
  A: 'B9E3D9',
  B: 'DCF0EA',
  C: 'F3EFE2',
  D: 'F7DCC5',
  F: 'F0B6A4',
};

/** Shades of a column of percentages. The number format shows the grade before the number. */
export const PERCENT_SHADES: readonly Shade[] = GRADE_BANDS.map(({ grade, from }) => ({
  value: from,
  fill: GRADE_FILLS[grade],
  format: `"${grade}   "0"%"`,
}));

/** Shades of a column of grades. */
export const LETTER_SHADES: readonly Shade[] = GRADE_BANDS.map(({ grade }) => ({
  value: grade,
  fill: GRADE_FILLS[grade],
}));
