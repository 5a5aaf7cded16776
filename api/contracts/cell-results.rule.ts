import {
  boardResult,
  CELL_MARKS,
  effectiveResult,
  type EffectiveResult,
  type GradedAttempt,
  type Grading,
  NO_DECISION,
  type SetPoints,
} from './grading.rule.js';
import { roundPoints } from './points.rule.js';

/** What applies to all cells of a course. `cleared` is the sequence of the last clear of all boards. */
export interface Rules {
  readonly grading: Grading;
  readonly cleared: number;
}

/** The results of a cell in all read models. */
export interface CellResults {
  readonly cell: EffectiveResult | undefined;
  /** Bits of `CELL_MARKS`. */
  readonly marks: number;
  readonly board: EffectiveResult | undefined;
  /** The attempt that counts in a quiz. */
  readonly quiz: string | undefined;
}

/** An attempt of a cell, with the figures after all regrades. `sequence`: the projector's number of its event. */
export interface RuledAttempt extends GradedAttempt {
  readonly compete: boolean;
  readonly sequence: number;
}

/** Points that staff set, with what the catalogue said about the scenario. */
export interface RuledPoints extends SetPoints {
  readonly compete: boolean;
  readonly decidedAt: Date;
  readonly sequence: number;
}

/** A cell with its attempts and the decisions about it that are in force. */
export interface RuledCell {
  readonly attempts: readonly RuledAttempt[];
  readonly points: RuledPoints | null;
  readonly excused: boolean;
  readonly commented: boolean;
}

/** Applies the rules of `contracts` to a cell, or to the first of its attempts. */
export function resultsOf(cell: RuledCell, { grading, cleared }: Rules, attempts = cell.attempts): CellResults {
  const { points, excused } = cell;
  const counted = effectiveResult(attempts, NO_DECISION, grading);
  const result = points || excused ? effectiveResult(attempts, { points, excused }, grading) : counted;
  return {
    cell: result,
    marks: marksOf(cell, attempts, counted),
    board: boardOf(cell, attempts, { grading, cleared }),
    quiz: isQuiz(attempts) ? (counted?.attemptId ?? undefined) : undefined,
  };
}

/** Returns the original result as gradebooks show it; null where no decision changed the result. */
export function originalResultOf({
  original,
}: Pick<EffectiveResult, 'original'>): { points: number; maximum: number; passed: boolean } | null {
  if (!original) return null;
  const { totalScore, questionsScore, maxTotalScore, maxQuestionsScore, passed } = original;
  return {
    points: roundPoints(totalScore + questionsScore),
    maximum: roundPoints(maxTotalScore + maxQuestionsScore),
    passed,
  };
}

/** Returns whether attempts are those of a quiz. */
export const isQuiz = (attempts: readonly Pick<RuledAttempt, 'scoreCardType'>[]): boolean =>
  attempts.some(({ scoreCardType }) => scoreCardType === 'Quiz');

/** Results from before the last clear of all boards do not count on them. */
function boardOf(
  { points, excused }: RuledCell,
  attempts: readonly RuledAttempt[],
  { grading, cleared }: Rules,
): EffectiveResult | undefined {
  const ranked = attempts.filter(({ compete, sequence }) => compete && sequence > cleared);
  const set = points && points.compete && points.sequence > cleared ? points : null;
  if (ranked.length === 0 && !set) return undefined;
  const result = boardResult(ranked, { points: set, excused }, grading);
  return result && { ...result, time: result.time ?? set!.decidedAt.getTime() };
}

function marksOf(cell: RuledCell, attempts: readonly RuledAttempt[], counted: EffectiveResult | undefined): number {
  return (
    (cell.points ? CELL_MARKS.points : 0) |
    (cell.excused ? CELL_MARKS.excused : 0) |
    (counted?.original ? CELL_MARKS.regraded : 0) |
    (cell.commented ? CELL_MARKS.comment : 0) |
    (attempts.some(({ setAside }) => setAside) ? CELL_MARKS.setAside : 0)
  );
}
