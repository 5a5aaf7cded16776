import { CELL_MARKS } from '../../../api/contracts/grading.rule.js';
import { gradeOf, percentOf } from '../../../api/contracts/grade.rule.js';
import type { GradebookRow } from '../../../api/contracts/gradebook.contract.js';
import { levelsMessages } from '../../shared/levels.messages.js';
import { gradebookMessages as messages } from './gradebook.messages.js';

/** Signs of decisions in a cell, the most important first. */
const SIGNS = [
  ['excused', 'E'],
  ['points', '✎'],
  ['regraded', '↻'],
  ['setAside', '⊘'],
  ['comment', '”'],
] as const satisfies readonly (readonly [keyof typeof CELL_MARKS, string])[];

/** Returns the signs of what staff decided about a cell; '' without a decision. */
export function cellSigns(row: GradebookRow | null | undefined): string {
  const marks = marksOf(row);
  return marks === 0 ? '' : SIGNS.map(([mark, sign]) => (marks & CELL_MARKS[mark] ? sign : '')).join('');
}

/** Returns sentences about a cell: its decisions, the result before them, and how much the result is worth. */
export function cellNote(row: GradebookRow | null | undefined): string {
  const marks = marksOf(row);
  const decided = SIGNS.filter(([mark]) => marks & CELL_MARKS[mark]).map(([mark]) => messages.marks[mark]);
  const original = row?.kind === 'cell' && row.original ? [originalNote(row.original)] : [];
  const level = row?.kind === 'cell' ? [levelsMessages.sentences[row.level]] : [];
  return [...decided, ...original, ...level].join(' ');
}

function originalNote({ points, maximum, passed }: { points: number; maximum: number; passed: boolean }): string {
  const percent = percentOf({ total: points, maxTotal: maximum, questions: 0, maxQuestions: 0 });
  const grade = percent === null ? '' : ` (${percent}% ${gradeOf(percent)})`;
  return messages.original(`${points} / ${maximum}${grade}`, passed);
}

/** Returns the bits of `CELL_MARKS` of a row. */
export const marksOf = (row: GradebookRow | null | undefined): number =>
  row?.kind === 'cell' || row?.kind === 'empty' ? row.marks : 0;
