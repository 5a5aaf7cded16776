import type { Figure } from './figure.js';

const HEADINGS = ['figure', 'measured', '', 'ratio', 'against', 'goal', ''];

/** Figures as aligned columns. */
export function printTable(figures: readonly Figure[]): string {
  const rows = [HEADINGS, ...figures.map(rowOf)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) => `  ${row.map((text, column) => text.padEnd(widths[column]!)).join('  ')}`.trimEnd())
    .join('\n');
}

const rowOf = ({ name, value, unit, ratio, against, goal, met }: Figure): string[] => [
  name,
  value.toLocaleString('en', { maximumSignificantDigits: 3 }),
  unit,
  ratio === null ? '' : `${ratio} ×`,
  against ?? '',
  goal ?? '',
  met === null ? '' : met ? 'met' : 'MISSED',
];
