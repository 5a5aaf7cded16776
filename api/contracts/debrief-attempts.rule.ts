import { attemptPoints } from './best-attempt.rule.js';
import { roundPoints } from './points.rule.js';
import type { Recording } from './recording.contract.js';
import { ATTEMPT_FLAGS } from './recording.rule.js';

export type RecordedAttempt = Recording['attempts'][number];

/** What the fold needs of each attempt, by its index in the recording. */
export interface DebriefAttempts {
  readonly list: readonly RecordedAttempt[];
  readonly scenarios: number;
  /** Cell of each attempt: person × number of scenarios + scenario. */
  readonly cells: Int32Array;
  /** Points by which gradebook cells are compared. */
  readonly points: Float64Array;
  /** Points by which boards are ranked. */
  readonly scores: Float64Array;
}

/** Prepares the attempts of a recording. */
export function attemptsOf({ attempts, scenarios }: Recording): DebriefAttempts {
  const cells = new Int32Array(attempts.length);
  const points = new Float64Array(attempts.length);
  const scores = new Float64Array(attempts.length);
  for (const [index, attempt] of attempts.entries()) {
    const [, person, scenario, , , , totalScore, , questionsScore, , , , flags] = attempt;
    const scoreCardType = (flags & ATTEMPT_FLAGS.quiz) === 0 ? 'Default' : 'Quiz';
    cells[index] = person * scenarios.length + scenario;
    points[index] = attemptPoints({ scoreCardType, totalScore, questionsScore });
    scores[index] = roundPoints(totalScore + questionsScore);
  }
  return { list: attempts, scenarios: scenarios.length, cells, points, scores };
}

const MS_PER_SECOND = 1_000;
const secondsOf = (time: number): number => Math.floor(time / MS_PER_SECOND);

/** Returns true when attempt `a` is better than `b` in the gradebook (docs/rules.md#best-attempt). Times are compared by the second. */
export function isBetterInGradebook({ list, points }: DebriefAttempts, a: number, b: number): boolean {
  if (points[a] !== points[b]) return points[a]! > points[b]!;
  const [first, second] = [list[a]!, list[b]!];
  const seconds = secondsOf(first[5]) - secondsOf(second[5]);
  return seconds === 0 ? first[15] > second[15] : seconds > 0;
}

/** Returns true when attempt `a` is better than `b` on boards (docs/rules.md#ranking), where the earlier of equal attempts counts. */
export function isBetterOnBoard({ list, scores }: DebriefAttempts, a: number, b: number): boolean {
  if (scores[a] !== scores[b]) return scores[a]! > scores[b]!;
  const [first, second] = [list[a]!, list[b]!];
  return first[5] === second[5] ? first[15] < second[15] : first[5] < second[5];
}

/** Returns whether an attempt can be ranked: passed attempts of Compete scenarios. */
export const isRankable = (attempt: RecordedAttempt): boolean =>
  (attempt[12] & (ATTEMPT_FLAGS.passed | ATTEMPT_FLAGS.compete)) === ATTEMPT_FLAGS.passed + ATTEMPT_FLAGS.compete;
