/** The letter grade for a percentage of the maximum points. */
export type Grade = 'A+' | 'A' | 'B' | 'C' | 'D' | 'F';

/** Points of a scorecard or gradebook cell. */
export interface GradedPoints {
  total: number;
  maxTotal: number;
  questions: number;
  maxQuestions: number;
}

/** Converts points, which have three decimals, to thousandths: whole numbers are multiplied and compared exactly. */
const inThousandths = (points: number): number => Math.round(points * 1_000);

/**
 * Returns the whole percent of total plus questions score, floored. Null when the maximum is zero. The points are multiplied
 * before they are divided, because 57 / 100 is slightly less than 0.57 and would give 56 %.
 */
export function percentOf({ total, maxTotal, questions, maxQuestions }: GradedPoints): number | null {
  const maximum = inThousandths(maxTotal + maxQuestions);
  return maximum > 0 ? Math.floor((inThousandths(total + questions) * 100) / maximum) : null;
}

/** The grades from the best to the worst, each with its lowest whole percent. */
export const GRADE_BANDS: readonly { grade: Grade; from: number }[] = [
  { grade: 'A+', from: 95 },
  { grade: 'A', from: 90 },
  { grade: 'B', from: 80 },
  { grade: 'C', from: 70 },
  { grade: 'D', from: 60 },
  { grade: 'F', from: 0 },
];

/** Returns the grade of a whole percent. */
export const gradeOf = (percent: number): Grade => GRADE_BANDS.find(({ from }) => percent >= from)?.grade ?? 'F';
