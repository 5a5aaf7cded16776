import type { QuestionScorecard } from '../../contracts/score.contract.js';
import {
  boardResult,
  CELL_MARKS,
  effectiveResult,
  type EffectiveResult,
  type Figures,
  type Grading,
  NO_DECISION,
} from '../../contracts/grading.rule.js';
import { toMoment } from '../../contracts/primitives.contract.js';
import { type Regrade, regrade } from '../../contracts/regrade.rule.js';
import type { StoredAttempt, StoredCell, StoredRegrade } from './graded-cells.query.js';

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
  readonly quiz: StoredAttempt | undefined;
}

/** Applies the rules of `contracts` to a cell, or to the first of its attempts. */
export function resultsOf(cell: StoredCell, { grading, cleared }: Rules, attempts = cell.attempts): CellResults {
  const { points, excused } = cell;
  const played = attempts.map(toSecond);
  const result = effectiveResult(played, { points, excused }, grading);
  const counted = effectiveResult(played, NO_DECISION, grading);
  return {
    cell: result,
    marks: marksOf(cell, attempts, counted),
    board: boardOf(cell, attempts, { grading, cleared }),
    quiz: attempts.find(({ attemptId, scoreCardType }) => scoreCardType === 'Quiz' && attemptId === counted?.attemptId),
  };
}

/** Results from before the last clear of all boards do not count on them. */
function boardOf(
  { points, excused }: StoredCell,
  attempts: readonly StoredAttempt[],
  { grading, cleared }: Rules,
): EffectiveResult | undefined {
  const ranked = attempts.filter(({ compete, sequence }) => compete && sequence > cleared);
  const set = points && points.compete && points.sequence > cleared ? points : null;
  const result = boardResult(ranked.map(toMillisecond), { points: set, excused }, grading);
  return result && { ...result, time: result.time ?? set!.decidedAt.toISOString() };
}

function marksOf(cell: StoredCell, attempts: readonly StoredAttempt[], counted: EffectiveResult | undefined): number {
  return (
    (cell.points ? CELL_MARKS.points : 0) |
    (cell.excused ? CELL_MARKS.excused : 0) |
    (counted?.original ? CELL_MARKS.regraded : 0) |
    (cell.commented ? CELL_MARKS.comment : 0) |
    (attempts.some(({ setAside }) => setAside) ? CELL_MARKS.setAside : 0)
  );
}

/** Rounded to the second, as shown everywhere. Ids decide between two attempts of one second. */
const toSecond = (attempt: StoredAttempt) => ({ ...attempt, time: toMoment(attempt.completedAt) });
const toMillisecond = (attempt: StoredAttempt) => ({ ...attempt, time: attempt.completedAt.toISOString() });

/** Returns the figures of an attempt after the regrades of its class and scenario; undefined when they change nothing. */
export function regradedFigures(
  attempt: StoredAttempt,
  cards: readonly QuestionScorecard[],
  regrades: readonly StoredRegrade[],
): Figures | undefined {
  const rules = regrades.filter((each) => isOf(each, attempt)).map(({ rule }): Regrade => rule);
  if (rules.length === 0) return undefined;
  const original = originalOf(attempt);
  const questions = cards.map(({ questionText, score, maxScore, answerScorecards }) => ({
    questionText,
    score,
    maxScore,
    chosen: answerScorecards.flatMap(({ answerText, answered }) => (answered ? [answerText] : [])),
  }));
  const figures = regrade({ ...original, scoreCardType: attempt.scoreCardType }, questions, rules);
  return isSameFigures(figures, original) ? undefined : figures;
}

const isOf = (
  { sessionId, scenarioId }: StoredRegrade,
  attempt: Pick<StoredAttempt, 'sessionId' | 'scenarioId'>,
): boolean => (sessionId ?? attempt.sessionId) === attempt.sessionId && scenarioId === attempt.scenarioId;

/** Returns the figures of an attempt before all regrades. */
export const originalOf = (attempt: StoredAttempt): Figures => figuresOf(attempt.original ?? attempt);

/** Returns the figures alone. */
export const figuresOf = (figures: Figures): Figures => ({
  totalScore: figures.totalScore,
  maxTotalScore: figures.maxTotalScore,
  questionsScore: figures.questionsScore,
  maxQuestionsScore: figures.maxQuestionsScore,
  correct: figures.correct,
  counted: figures.counted,
  passed: figures.passed,
});

export const isSameFigures = (a: Figures, b: Figures): boolean =>
  (Object.keys(figuresOf(a)) as (keyof Figures)[]).every((key) => a[key] === b[key]);
