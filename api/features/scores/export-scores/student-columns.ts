import type { AttemptFlag } from '../../../contracts/attempt.contract.js';
import { percentOf } from '../../../contracts/grade.rule.js';
import { roundPoints } from '../../../contracts/points.rule.js';
import type { Scorecard } from '../../../contracts/score.contract.js';
import type { SheetCell, SheetColumn } from '../../../platform/sheets/sheet.js';
import type { ExportedAttempt } from './export-attempts.query.js';

/** The last columns of lists. Students see neither flags nor what staff decided. */
export const worthColumns = (staff: boolean): SheetColumn[] => [
  ...['Set aside', 'Level'].map((title) => ({ title, width: 12 })),
  ...(staff ? STAFF_COLUMNS : []),
];

const STAFF_COLUMNS: readonly SheetColumn[] = [
  { title: 'Flags', width: 40 },
  { title: 'Original', width: 12 },
  { title: 'Reason', width: 40 },
];

/** What a result is worth, the reasons to review it, and what staff decided about it. */
export const worthCells = (
  { setAside, level, flags = [], original, reasons }: ExportedAttempt,
  staff: boolean,
): SheetCell[] => [
  setAside ? 'yes' : 'no',
  level,
  ...(staff ? [flags.map((flag) => FLAG_WORDS[flag]).join(', '), original, reasons] : []),
];

const FLAG_WORDS: Readonly<Record<AttemptFlag, string>> = {
  BeganBeforeClass: 'began before the class',
  BeganBeforeJoining: 'began before joining',
  Overlapping: 'overlaps another attempt',
  LongerThanWitnessed: 'longer than witnessed',
  TooFast: 'too fast',
  ScoreNotFromAnswers: 'score does not follow from the answers',
  VerificationDiffers: 'verification differs',
};

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
