import type { Figure } from './figure.js';

const HEADINGS = ['figure', 'measured', '', 'ratio', 'against', 'goal', ''];

/** Formats figures in aligned columns. */
export const printTable = (figures: readonly Figure[]): string => alignColumns([HEADINGS, ...figures.map(rowOf)]);

/** @param rows arrays of as many texts as the first one has */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
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
