import { bestAttempt } from './best-attempt.rule.js';
import type { ResultsThatCount } from './grading.rule.js';
import { rankOfLevel, type ResultLevel } from './result-level.rule.js';

/** An attempt as far as it decides whether the attempt counts. */
export interface CandidateAttempt {
  readonly late: boolean;
  readonly setAside: boolean;
  readonly level: ResultLevel;
}

const LEAST_LEVELS: Readonly<Record<ResultsThatCount, ResultLevel>> = {
  All: 'Reported',
  Witnessed: 'Witnessed',
  Verified: 'Verified',
};

/** Returns the rank of the lowest level that counts in a course with this setting. */
export const leastRankOf = (count: ResultsThatCount): number => rankOfLevel(LEAST_LEVELS[count]);

/**
 * Returns whether an attempt counts for grades and boards (docs/rules.md#effective-result). The read side repeats this rule in
 * SQL, in `features/grades/counted-attempts.query.ts`.
 */
export const isCounted = ({ late, setAside, level }: CandidateAttempt, count: ResultsThatCount): boolean =>
  !late && !setAside && rankOfLevel(level) >= leastRankOf(count);

/** Returns the attempt of a cell that counts: the best of those that may count, or undefined when there is none. */
export const effectiveAttempt = <T extends CandidateAttempt & Parameters<typeof bestAttempt>[0][number]>(
  attempts: readonly T[],
  count: ResultsThatCount,
): T | undefined => bestAttempt(attempts.filter((attempt) => isCounted(attempt, count)));
