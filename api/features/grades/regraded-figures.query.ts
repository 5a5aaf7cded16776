import type { QuestionScorecard } from '../../contracts/score.contract.js';
import { type Figures, figuresOf, isSameFigures } from '../../contracts/grading.rule.js';
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
