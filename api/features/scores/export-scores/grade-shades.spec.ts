import { readFileSync } from 'node:fs';
import { GRADE_FILLS } from './grade-shades.js';

it.each([
  ['A+', 'top'],
  ['A', 'a'],
  ['B', 'b'],
  ['C', 'c'],
  ['D', 'd'],
  ['F', 'f'],
] as const)('fills %s with the colour of the gradebook page', (grade, band) => {
  const [, colours] = new RegExp(`--band-${band}: ([^;]+);`).exec(readFileSync('web/app/theme.css', 'utf8'))!;
  expect(colours).toContain(`#${GRADE_FILLS[grade].toLowerCase()}`);
});
