import { percentOf } from '../../../contracts/grade.rule.js';
import { roundPoints } from '../../../contracts/points.rule.js';
import type { Scorecard } from '../../../contracts/score.contract.js';
import type { SheetCell, SheetColumn } from '../../../platform/sheets/sheet.js';

interface NamedStudent {
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
}

export const STUDENT_COLUMNS: readonly SheetColumn[] = [
  { title: 'Username', width: 20 },
  { title: 'Name', width: 26 },
];

export const studentCells = ({ username, firstName, lastName }: NamedStudent): SheetCell[] => [
  username,
  `${firstName} ${lastName}`.trim(),
];

/** Returns the points, the maximum and the percentage of a result, as the pages show them. */
export function pointsOf(card: Scorecard): { total: number; max: number; percent: number | null } {
  const {
    totalScore: total,
    maxTotalScore: maxTotal,
    questionsScore: questions,
    maxQuestionsScore: maxQuestions,
  } = card;
  return {
    total: roundPoints(total + questions),
    max: roundPoints(maxTotal + maxQuestions),
    percent: percentOf({ total, maxTotal, questions, maxQuestions }),
  };
}
