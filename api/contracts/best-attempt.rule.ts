import { roundPoints } from './points.rule.js';
import type { Scorecard } from './score.contract.js';

type Scored = Pick<Scorecard, 'scoreCardType' | 'totalScore' | 'questionsScore'>;
type Comparable = Scored & Pick<Scorecard, 'time' | 'attemptId'>;

/** Points by which attempts are compared (docs/rules.md#best-attempt). */
export const attemptPoints = (attempt: Scored): number =>
  attempt.scoreCardType === 'Quiz' ? attempt.questionsScore : roundPoints(attempt.totalScore + attempt.questionsScore);

/** True when `a` is better than `b`: more points, else the later one, else (same second) the greater id, so that order never matters. */
export function isBetterAttempt(a: Comparable, b: Comparable): boolean {
  const points = attemptPoints(a) - attemptPoints(b);
  if (points !== 0) return points > 0;
  if (a.time !== b.time) return a.time > b.time;
  return a.attemptId > b.attemptId;
}

/** The best attempt of a list, undefined when it is empty. */
export function bestAttempt<T extends Comparable>(attempts: readonly T[]): T | undefined {
  return attempts.reduce<T | undefined>(
    (best, next) => (!best || isBetterAttempt(next, best) ? next : best),
    undefined,
  );
}
