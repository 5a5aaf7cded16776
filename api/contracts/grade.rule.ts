/** Letter bands by percent of what could be reached. */
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

/** The letter of a whole percent. */
export function gradeOf(percent: number): Grade {
  if (percent >= 95) return 'A+';
  if (percent >= 90) return 'A';
  if (percent >= 80) return 'B';
  if (percent >= 70) return 'C';
  return percent >= 60 ? 'D' : 'F';
}
