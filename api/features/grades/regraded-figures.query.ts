import type { QuestionScorecard } from '../../contracts/score.contract.js';
import type { Figures } from '../../contracts/grading.rule.js';
import { type Regrade, regrade } from '../../contracts/regrade.rule.js';
import type { StoredAttempt, StoredRegrade } from './graded-cells.query.js';

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
