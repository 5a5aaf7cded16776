import { bestAttempt } from './best-attempt.rule.js';
import { percentOf } from './grade.rule.js';
import { roundPoints } from './points.rule.js';
import { rankOfLevel, RESULT_LEVELS, type ResultLevel } from './result-level.rule.js';

/** Maximum number of characters of a reason or a comment. */
export const MAX_REASON = 500;
/** Maximum weight of a scenario or campaign. */
export const MAX_WEIGHT = 100;
/** Maximum number of cells in one decision. */
export const MAX_DECIDED_CELLS = 500;
/** Maximum number of keys of a regraded question, and of options in a key. */
export const MAX_KEYS = 10;
export const MAX_OPTIONS = 26;

/** The results that count, by the lowest {@link ResultLevel}. `Witnessed` includes verified results. */
export const RESULTS_THAT_COUNT = ['All', 'Witnessed', 'Verified'] as const;
export type ResultsThatCount = (typeof RESULTS_THAT_COUNT)[number];

/** Which of the attempts of a student in a scenario is the result: the best, the last, or the mean of all. */
export const ATTEMPT_POLICIES = ['Best', 'Last', 'Average'] as const;
export type AttemptPolicy = (typeof ATTEMPT_POLICIES)[number];

/** What a missing result is worth in averages. */
export const MISSING_POLICIES = ['Nothing', 'Zero'] as const;
export type MissingPolicy = (typeof MISSING_POLICIES)[number];

/**
 * Weights in averages, by the id of a scenario or campaign. Ids without a value weigh 1. With `Campaign`, the mean of each campaign
 * counts with its weight; with `Scenario`, each result does.
 */
export interface GradingWeights {
  readonly by: 'Scenario' | 'Campaign';
  readonly values: Readonly<Record<string, number>>;
}

/** The grading settings of a course (docs/rules.md#grading-settings). `passMark` is in whole percent; null: the game decides. */
export interface Grading {
  readonly count: ResultsThatCount;
  readonly attempts: AttemptPolicy;
  readonly missing: MissingPolicy;
  readonly passMark: number | null;
  readonly weights: GradingWeights | null;
}

/** The rules of a course without settings. */
export const DEFAULT_GRADING: Grading = {
  count: 'All',
  attempts: 'Best',
  missing: 'Nothing',
  passMark: null,
  weights: null,
};

/** What staff decided about a gradebook cell, as bits. `setAside`: at least one of its attempts. */
export const CELL_MARKS = { points: 1, excused: 2, regraded: 4, comment: 8, setAside: 16 } as const;

/** Points, and the number of questions with full marks of those with a maximum. */
export interface Figures {
  readonly totalScore: number;
  readonly maxTotalScore: number;
  readonly questionsScore: number;
  readonly maxQuestionsScore: number;
  readonly correct: number;
  readonly counted: number;
  readonly passed: boolean;
}

/** An attempt as far as it decides about a result. The figures are those after all regrades. `time`: completion in milliseconds since 1970. */
export interface GradedAttempt extends Figures {
  readonly attemptId: string;
  readonly scoreCardType: 'Default' | 'Quiz';
  readonly time: number;
  readonly late: boolean;
  readonly setAside: boolean;
  readonly tooFast: boolean;
  readonly level: ResultLevel;
  /** The figures before the first regrade; omitted when no regrade changed them. */
  readonly original?: Figures;
}

/** Points that staff set for a cell: of `maximum`, instead of those of its attempts. */
export interface SetPoints {
  readonly points: number;
  readonly maximum: number;
  readonly passed: boolean;
}

/** The decisions about a cell that are in force: the last set points, and whether the student is excused. */
export interface CellDecision {
  readonly points: SetPoints | null;
  readonly excused: boolean;
}

export const NO_DECISION: CellDecision = { points: null, excused: false };

/**
 * The result of a student in a scenario. `attemptId` is the attempt that it is of, null for points without an attempt; of a mean, the
 * best attempt. `time`: completion in milliseconds since 1970. `original`: the figures without set points and regrades, where they differ.
 */
export interface EffectiveResult extends Figures {
  readonly attemptId: string | null;
  readonly level: ResultLevel;
  readonly tooFast: boolean;
  readonly time: number | null;
  readonly original?: Figures;
}

/** Times of completion are compared to the second, as they are shown. Ids decide between two attempts of one second. */
const SECOND_MS = 1_000;
/** Boards compare times to the millisecond. */
const BOARD_PRECISION_MS = 1;

const LEAST_LEVELS: Readonly<Record<ResultsThatCount, ResultLevel>> = {
  All: 'Reported',
  Witnessed: 'Witnessed',
  Verified: 'Verified',
};

/** Returns the rank of the lowest level that counts in a course with this setting. */
export const leastRankOf = (count: ResultsThatCount): number => rankOfLevel(LEAST_LEVELS[count]);

/** Returns whether an attempt may count for grades and boards (docs/rules.md#effective-result). */
export const isCounted = (
  { late, setAside, level }: Pick<GradedAttempt, 'late' | 'setAside' | 'level'>,
  count: ResultsThatCount,
): boolean => !late && !setAside && rankOfLevel(level) >= leastRankOf(count);

/**
 * Returns the result of a cell (docs/rules.md#effective-result), in this order: an excused student has none; set points replace the
 * attempts; otherwise the policy of the course selects from the attempts that may count. Undefined without a result. The order of
 * `attempts` does not matter.
 * @param precisionMs times within it are the same time
 */
export function effectiveResult(
  attempts: readonly GradedAttempt[],
  { points, excused }: CellDecision,
  grading: Grading,
  precisionMs = SECOND_MS,
): EffectiveResult | undefined {
  if (excused) return undefined;
  const counted = attempts.filter((attempt) => isCounted(attempt, grading.count));
  const played =
    counted.length > 0 ? withPassMark(resultOf(counted, grading.attempts, precisionMs), grading.passMark) : undefined;
  return points ? withPoints(played, points) : played;
}

/**
 * Returns the result of a cell on boards (docs/rules.md#ranking): the effective result if it is passed. With the policy `Best`, failed
 * attempts are left out before the best one is selected, and of equal attempts the earlier one is the best.
 */
export function boardResult(
  attempts: readonly GradedAttempt[],
  decision: CellDecision,
  grading: Grading,
): EffectiveResult | undefined {
  if (grading.attempts === 'Best' && !decision.points && !decision.excused) {
    const passed = attempts.filter(
      (attempt) => isCounted(attempt, grading.count) && isPassed(attempt, grading.passMark),
    );
    if (passed.length === 0) return undefined;
    return { ...toResult(passed.reduce((a, b) => (bestOnBoard(a, b) > 0 ? b : a))), passed: true };
  }
  const result = effectiveResult(attempts, decision, grading, BOARD_PRECISION_MS);
  return result?.passed ? result : undefined;
}

const sumOf = ({ totalScore, questionsScore }: Figures): number => roundPoints(totalScore + questionsScore);

const bestOnBoard = (a: GradedAttempt, b: GradedAttempt): number =>
  sumOf(b) - sumOf(a) || a.time - b.time || compare(a.attemptId, b.attemptId);

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

function resultOf(attempts: readonly GradedAttempt[], policy: AttemptPolicy, precisionMs: number): EffectiveResult {
  const timeOf = ({ time }: GradedAttempt): number => Math.floor(time / precisionMs);
  const best = bestAttempt(attempts, timeOf)!;
  if (policy === 'Best') return toResult(best);
  const last = attempts.reduce((a, b) => ((timeOf(a) - timeOf(b) || compare(a.attemptId, b.attemptId)) < 0 ? b : a));
  if (policy === 'Last') return toResult(last);
  const level = RESULT_LEVELS[Math.min(...attempts.map((attempt) => rankOfLevel(attempt.level)))]!;
  const original = attempts.some((attempt) => attempt.original)
    ? meanOf(attempts.map((attempt) => attempt.original ?? attempt))
    : undefined;
  return {
    ...toResult(best),
    ...meanOf(attempts),
    level,
    tooFast: attempts.some((attempt) => attempt.tooFast),
    time: last.time,
    ...(original && { original }),
  };
}

/** The mean of points and maxima. Counts of questions are those of the best attempt; one passed attempt passes. */
function meanOf(attempts: readonly Figures[]): Figures {
  const mean = (value: (figures: Figures) => number): number =>
    roundPoints(attempts.reduce((sum, each) => sum + value(each), 0) / attempts.length);
  const best = attempts.reduce((a, b) => (b.correct > a.correct ? b : a));
  return {
    totalScore: mean((each) => each.totalScore),
    maxTotalScore: mean((each) => each.maxTotalScore),
    questionsScore: mean((each) => each.questionsScore),
    maxQuestionsScore: mean((each) => each.maxQuestionsScore),
    correct: best.correct,
    counted: best.counted,
    passed: attempts.some((each) => each.passed),
  };
}

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

/** Written without spreads, because a preview converts all attempts of a course several times. */
function toResult(attempt: GradedAttempt): EffectiveResult {
  const result = {
    totalScore: attempt.totalScore,
    maxTotalScore: attempt.maxTotalScore,
    questionsScore: attempt.questionsScore,
    maxQuestionsScore: attempt.maxQuestionsScore,
    correct: attempt.correct,
    counted: attempt.counted,
    passed: attempt.passed,
    attemptId: attempt.attemptId,
    level: attempt.level,
    tooFast: attempt.tooFast,
    time: attempt.time,
  };
  return attempt.original ? { ...result, original: attempt.original } : result;
}

function withPassMark(result: EffectiveResult, passMark: number | null): EffectiveResult {
  const passed = isPassed(result, passMark);
  return passed === result.passed ? result : { ...result, passed };
}

function isPassed(figures: Figures, passMark: number | null): boolean {
  if (passMark === null) return figures.passed;
  const percent = percentOf({
    total: figures.totalScore,
    maxTotal: figures.maxTotalScore,
    questions: figures.questionsScore,
    maxQuestions: figures.maxQuestionsScore,
  });
  return percent === null ? figures.passed : percent >= passMark;
}

/** Set points count as points of the scenario, or of the questions when the result has only such. */
function withPoints(played: EffectiveResult | undefined, { points, maximum, passed }: SetPoints): EffectiveResult {
  const isOfQuestions = played !== undefined && played.maxTotalScore === 0 && played.maxQuestionsScore > 0;
  return {
    totalScore: isOfQuestions ? 0 : points,
    maxTotalScore: isOfQuestions ? 0 : maximum,
    questionsScore: isOfQuestions ? points : 0,
    maxQuestionsScore: isOfQuestions ? maximum : 0,
    correct: played?.correct ?? 0,
    counted: played?.counted ?? 0,
    passed,
    attemptId: played?.attemptId ?? null,
    level: played?.level ?? 'Reported',
    tooFast: played?.tooFast ?? false,
    time: played?.time ?? null,
    ...(played && { original: played.original ?? figuresOf(played) }),
  };
}
