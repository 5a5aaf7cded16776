/** Letter bands by percent of what could be reached (product §9). */
export type Grade = 'A+' | 'A' | 'B' | 'C' | 'D' | 'F';

/** Points of a scorecard or gradebook cell. */
export interface GradedPoints {
  total: number;
  maxTotal: number;
  questions: number;
  maxQuestions: number;
}

/** Whole percent, floored over total + questions score; null when the maximum is zero (decisions S9). */
export function percentOf({ total, maxTotal, questions, maxQuestions }: GradedPoints): number | null {
  const maximum = maxTotal + maxQuestions;
  return maximum > 0 ? Math.floor(((total + questions) / maximum) * 100) : null;
}

/** The letter of a whole percent. */
export function gradeOf(percent: number): Grade {
  if (percent >= 95) return 'A+';
  if (percent >= 90) return 'A';
  if (percent >= 80) return 'B';
  if (percent >= 70) return 'C';
  return percent >= 60 ? 'D' : 'F';
}
