import { type CellResults, resultsOf, type RuledAttempt, type RuledPoints } from './cell-results.rule.js';
import type { DebriefAttempts } from './debrief-attempts.rule.js';
import { type Figures, type Grading, isSameFigures } from './grading.rule.js';
import type { RecordedStep, Recording } from './recording.contract.js';
import { ATTEMPT_FLAGS } from './recording.rule.js';
import { RESULT_LEVELS } from './result-level.rule.js';

const KINDS = ['accepted', 'set-aside', 'points', 'excused', 'commented', 'restored', 'regraded'] as const;

/** A step with which staff decides about results. The value after its kind is the id of the decision. */
export type DecisionStep = Extract<RecordedStep, readonly [number, number, (typeof KINDS)[number], ...unknown[]]>;

export const isDecision = (step: RecordedStep): step is DecisionStep => KINDS.some((kind) => kind === step[2]);

/** Returns the attempt that a decision is about; undefined when it is about a cell or a scenario. */
export const attemptOfDecision = (step: DecisionStep): string | undefined =>
  step[2] === 'accepted' || step[2] === 'set-aside' ? step[4] : undefined;

/** Returns the student and the scenario that a decision is about; undefined when it is about an attempt or all results of a scenario. */
export const cellOfDecision = (step: DecisionStep): readonly [userId: string, scenarioId: string] | undefined =>
  step[2] === 'accepted' || step[2] === 'set-aside' || step[2] === 'regraded' ? undefined : [step[4], step[5]];

/** A course whose results are the best attempts, so that attempts are compared with the present result only. */
export const selectsBest = ({ attempts, passMark }: Grading): boolean => attempts === 'Best' && passMark === null;

/** What the rules need to know of one cell at a moment. */
export interface CellAtMoment {
  /** Indexes of the attempts so far. */
  readonly played: readonly number[];
  /** The decisions about the cell that are in force, in their order. */
  readonly decisions: readonly DecisionStep[];
  /** Whether a scenario counts on boards. */
  readonly compete: boolean;
  readonly grading: Grading;
  readonly cleared: number;
  readonly attempts: DebriefAttempts;
  /** Figures after regrades, by attempt. */
  readonly figures: ReadonlyMap<number, Figures>;
  isLate(index: number): boolean;
  isSetAside(index: number): boolean;
  levelOf(index: number): number;
}

/** Applies the rules of the server to one cell (docs/rules.md#effective-result). */
export function resultsOfCell(cell: CellAtMoment): CellResults {
  let points: RuledPoints | null = null;
  let [excused, commented] = [false, false];
  // Points end an excuse, and an excuse ends points.
  for (const step of cell.decisions) {
    if (step[2] === 'commented') commented = true;
    if (step[2] === 'points' || step[2] === 'excused' || step[2] === 'restored') {
      points = step[2] === 'points' ? pointsOf(step, cell.compete) : null;
      excused = step[2] === 'excused';
    }
  }
  const attempts = cell.played.map((index) => toRuled(cell, index));
  return resultsOf({ attempts, points, excused, commented }, cell);
}

const pointsOf = (
  [sequence, time, , , , , points, maximum, passed]: Extract<
    DecisionStep,
    readonly [number, number, 'points', ...unknown[]]
  >,
  compete: boolean,
): RuledPoints => ({ points, maximum, passed, compete, sequence, decidedAt: new Date(time) });

/** Lists each value, because the fold calls this several times for each attempt, and spread objects take most of its time. */
function toRuled(cell: CellAtMoment, index: number): RuledAttempt {
  const attempt = cell.attempts.list[index]!;
  const figures = cell.figures.get(index);
  const flags = attempt[12];
  const ruled: RuledAttempt = {
    totalScore: attempt[6],
    maxTotalScore: attempt[7],
    questionsScore: attempt[8],
    maxQuestionsScore: attempt[9],
    correct: attempt[10],
    counted: attempt[11],
    passed: (flags & ATTEMPT_FLAGS.passed) !== 0,
    attemptId: attempt[15],
    scoreCardType: (flags & ATTEMPT_FLAGS.quiz) === 0 ? 'Default' : 'Quiz',
    late: cell.isLate(index),
    setAside: cell.isSetAside(index),
    tooFast: (flags & ATTEMPT_FLAGS.tooFast) !== 0,
    level: RESULT_LEVELS[cell.levelOf(index)]!,
    compete: (flags & ATTEMPT_FLAGS.compete) !== 0,
    time: attempt[5],
    sequence: attempt[0],
  };
  return figures ? { ...ruled, ...figures, original: figuresAtArrival(attempt) } : ruled;
}

const figuresAtArrival = (attempt: Recording['attempts'][number]): Figures => ({
  totalScore: attempt[6],
  maxTotalScore: attempt[7],
  questionsScore: attempt[8],
  maxQuestionsScore: attempt[9],
  correct: attempt[10],
  counted: attempt[11],
  passed: (attempt[12] & ATTEMPT_FLAGS.passed) !== 0,
});

/** Returns the figures of a regraded attempt; undefined when they are the original ones again. */
export function regradedFigures(
  [
    ,
    ,
    totalScore,
    maxTotalScore,
    questionsScore,
    maxQuestionsScore,
    correct,
    counted,
    passed,
  ]: Recording['regraded'][number],
  attempt: Recording['attempts'][number],
): Figures | undefined {
  const figures = {
    totalScore,
    maxTotalScore,
    questionsScore,
    maxQuestionsScore,
    correct,
    counted,
    passed: passed === 1,
  };
  return isSameFigures(figures, figuresAtArrival(attempt)) ? undefined : figures;
}
