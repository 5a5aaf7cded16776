import { percentOf } from '../../../contracts/grade.rule.js';
import { roundPoints } from '../../../contracts/points.rule.js';
import type { Scorecard } from '../../../contracts/score.contract.js';
import type { SheetCell, SheetColumn } from '../../../platform/sheets/sheet.js';
import { wallClockIn } from '../../../platform/sheets/wall-clock.js';

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

/** A result in figures, as the screens show them. */
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

/** Moments in UTC, and as clocks in the zone show them where that is another. */
export class TimeColumns {
  readonly columns: readonly SheetColumn[];
  private readonly clocks: readonly ((moment: Date) => Date)[];

  constructor(zone: string) {
    const isUtc = zone === 'UTC';
    this.columns = (isUtc ? ['UTC'] : ['UTC', zone]).map((name) => ({ title: `Time (${name})`, width: 22 }));
    this.clocks = isUtc ? [wallClockIn('UTC')] : [wallClockIn('UTC'), wallClockIn(zone)];
  }

  cells(moment: string): SheetCell[] {
    const date = new Date(moment);
    return this.clocks.map((clock) => clock(date));
  }

  /** For a row without a moment. */
  empty(): SheetCell[] {
    return this.clocks.map(() => null);
  }
}
