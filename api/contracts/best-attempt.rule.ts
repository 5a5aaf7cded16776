import { roundPoints } from './points.rule.js';
import type { Scorecard } from './score.contract.js';

type Scored = Pick<Scorecard, 'scoreCardType' | 'totalScore' | 'questionsScore'>;
type Comparable = Scored & Pick<Scorecard, 'time' | 'attemptId'>;

/** Returns the points by which attempts are compared (docs/rules.md#best-attempt). */
export const attemptPoints = (attempt: Scored): number =>
  attempt.scoreCardType === 'Quiz' ? attempt.questionsScore : roundPoints(attempt.totalScore + attempt.questionsScore);

/** Returns true when `a` is better than `b`: more points, then the later attempt, then the greater id. Never depends on order. */
export function isBetterAttempt(a: Comparable, b: Comparable): boolean {
  const points = attemptPoints(a) - attemptPoints(b);
  if (points !== 0) return points > 0;
  if (a.time !== b.time) return a.time > b.time;
  return a.attemptId > b.attemptId;
}

/** Returns the best attempt of a list, or undefined when it is empty. */
export function bestAttempt<T extends Comparable>(attempts: readonly T[]): T | undefined {
  return attempts.reduce<T | undefined>(
    (best, next) => (!best || isBetterAttempt(next, best) ? next : best),
    undefined,
  );
}
