import type { GradedPoints } from './grade.rule.js';

/** Shares are added in millionths of a percent, because sums of whole numbers do not depend on their order. */
const UNITS_PER_PERCENT = 1_000_000;
/** Precision of a mean before it is floored, so that three thirds add up to 100 %. */
const KEPT_PER_PERCENT = 10_000;

/** Returns the share of the points that was reached, in millionths of a percent. Undefined when the maximum is zero. */
export function shareOf({ total, maxTotal, questions, maxQuestions }: GradedPoints): number | undefined {
  const maximum = maxTotal + maxQuestions;
  if (maximum === 0) return undefined;
  return Math.round(((total + questions) / maximum) * 100 * UNITS_PER_PERCENT);
}

/** Returns the mean of `count` shares of {@link shareOf} in whole percent, floored. Null when `count` is 0. */
export function meanPercent(sumOfShares: number, count: number): number | null {
  if (count === 0) return null;
  const mean = sumOfShares / count / UNITS_PER_PERCENT;
  return Math.floor(Math.round(mean * KEPT_PER_PERCENT) / KEPT_PER_PERCENT);
}
