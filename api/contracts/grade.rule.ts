/** A letter for the percentage of the points that could be reached. */
export type Grade = 'A+' | 'A' | 'B' | 'C' | 'D' | 'F';

/** Points of a scorecard or gradebook cell. */
export interface GradedPoints {
  total: number;
  maxTotal: number;
  questions: number;
  maxQuestions: number;
}

/** Points have three decimals: in thousandths they are whole numbers, which are multiplied and compared exactly. */
const inThousandths = (points: number): number => Math.round(points * 1_000);

/**
 * Whole percent, floored over total + questions score; null when the maximum is zero. The points are multiplied before they are
 * divided: 57 / 100 is a little less than 0.57, and would be 56 %.
 */
export function percentOf({ total, maxTotal, questions, maxQuestions }: GradedPoints): number | null {
  const maximum = inThousandths(maxTotal + maxQuestions);
  return maximum > 0 ? Math.floor((inThousandths(total + questions) * 100) / maximum) : null;
}

/** The letters from the best, each with the lowest whole percent that earns it. */
export const GRADE_BANDS: readonly { grade: Grade; from: number }[] = [
  { grade: 'A+', from: 95 },
  { grade: 'A', from: 90 },
  { grade: 'B', from: 80 },
  { grade: 'C', from: 70 },
  { grade: 'D', from: 60 },
  { grade: 'F', from: 0 },
];

/** The letter of a whole percent. */
export const gradeOf = (percent: number): Grade => GRADE_BANDS.find(({ from }) => percent >= from)?.grade ?? 'F';
