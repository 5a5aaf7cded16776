import { attemptPoints } from './best-attempt.rule.js';
import { roundPoints } from './points.rule.js';
import type { Recording } from './recording.contract.js';
import { ATTEMPT_FLAGS } from './recording.rule.js';

type RecordedAttempt = Recording['attempts'][number];

/** What the fold reads of each attempt, by its index in the recording. Typed lists, because a jump reads thousands of them. */
export interface DebriefAttempts {
  readonly list: readonly RecordedAttempt[];
  readonly scenarios: number;
  /** Cell of each attempt: person × number of scenarios + scenario. */
  readonly cells: Int32Array;
  readonly sequences: Float64Array;
  /** Milliseconds since 1970. */
  readonly completed: Float64Array;
  readonly flags: Uint8Array;
  /** Points by which gradebook cells are compared. */
  readonly points: Float64Array;
  /** Points by which boards are ranked: the sum of the next two. */
  readonly scores: Float64Array;
  readonly totals: Float64Array;
  readonly questions: Float64Array;
}

/** Prepares the attempts of a recording. */
export function attemptsOf({ attempts, scenarios }: Recording): DebriefAttempts {
  const numbers = (): Float64Array => new Float64Array(attempts.length);
  const prepared: DebriefAttempts = {
    list: attempts,
    scenarios: scenarios.length,
    cells: new Int32Array(attempts.length),
    sequences: numbers(),
    completed: numbers(),
    flags: new Uint8Array(attempts.length),
    points: numbers(),
    scores: numbers(),
    totals: numbers(),
    questions: numbers(),
  };
  for (let index = 0; index < attempts.length; index += 1) {
    const attempt = attempts[index]!;
    const [totalScore, questionsScore, flags] = [attempt[6], attempt[8], attempt[12]];
    const scoreCardType = (flags & ATTEMPT_FLAGS.quiz) === 0 ? 'Default' : 'Quiz';
    prepared.cells[index] = attempt[1] * scenarios.length + attempt[2];
    prepared.sequences[index] = attempt[0];
    prepared.completed[index] = attempt[5];
    prepared.flags[index] = flags;
    prepared.points[index] = attemptPoints({ scoreCardType, totalScore, questionsScore });
    prepared.scores[index] = roundPoints(totalScore + questionsScore);
    prepared.totals[index] = totalScore;
    prepared.questions[index] = questionsScore;
  }
  return prepared;
}

const MS_PER_SECOND = 1_000;
const secondsOf = (time: number): number => Math.floor(time / MS_PER_SECOND);

/** Returns true when attempt `a` is better than `b` in the gradebook (docs/rules.md#best-attempt). Times are compared by the second. */
export function isBetterInGradebook({ list, points, completed }: DebriefAttempts, a: number, b: number): boolean {
  if (points[a] !== points[b]) return points[a]! > points[b]!;
  const seconds = secondsOf(completed[a]!) - secondsOf(completed[b]!);
  return seconds === 0 ? list[a]![15] > list[b]![15] : seconds > 0;
}

/** Returns true when attempt `a` is better than `b` on boards (docs/rules.md#ranking), where the earlier of equal attempts counts. */
export function isBetterOnBoard({ list, scores, completed }: DebriefAttempts, a: number, b: number): boolean {
  if (scores[a] !== scores[b]) return scores[a]! > scores[b]!;
  return completed[a] === completed[b] ? list[a]![15] < list[b]![15] : completed[a]! < completed[b]!;
}

/** Returns whether an attempt can be ranked: passed attempts of Compete scenarios. */
export const isRankable = ({ flags }: DebriefAttempts, index: number): boolean =>
  (flags[index]! & (ATTEMPT_FLAGS.passed | ATTEMPT_FLAGS.compete)) === ATTEMPT_FLAGS.passed + ATTEMPT_FLAGS.compete;
