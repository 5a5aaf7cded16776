import { roundPoints } from './points.rule.js';
import type { Scorecard } from './score.contract.js';

type Scored = Pick<Scorecard, 'scoreCardType' | 'totalScore' | 'questionsScore'>;
type Comparable = Scored & Pick<Scorecard, 'attemptId'> & { readonly time: string | number };

/** Returns the points by which attempts are compared (docs/rules.md#best-attempt). */
export const attemptPoints = (attempt: Scored): number =>
  attempt.scoreCardType === 'Quiz' ? attempt.questionsScore : roundPoints(attempt.totalScore + attempt.questionsScore);

/**
 * Returns true when `a` is better than `b`: more points, then the later attempt, then the greater id. Never depends on order.
 * @param timeOf returns the time that is compared, if not `time` as it is
 */
export function isBetterAttempt<T extends Comparable>(
  a: T,
  b: T,
  timeOf: (attempt: T) => string | number = ({ time }) => time,
): boolean {
  const points = attemptPoints(a) - attemptPoints(b);
  if (points !== 0) return points > 0;
  const [timeOfA, timeOfB] = [timeOf(a), timeOf(b)];
  if (timeOfA !== timeOfB) return timeOfA > timeOfB;
  return a.attemptId > b.attemptId;
}

/** Returns the best attempt of a list, or undefined when it is empty. `timeOf`: as of {@link isBetterAttempt}. */
export function bestAttempt<T extends Comparable>(
  attempts: readonly T[],
  timeOf?: (attempt: T) => string | number,
): T | undefined {
  return attempts.reduce<T | undefined>(
    (best, next) => (!best || isBetterAttempt(next, best, timeOf) ? next : best),
    undefined,
  );
}
