import type { Question, Scenario } from '../../../contracts/catalogue.contract.js';
import type { QuestionScorecard, SubmitScoreRequest } from '../../../contracts/score.contract.js';
import type { Random } from './seeded-random.js';

const PASSED_FROM = 0.6;
const SPREAD = 0.3;

export interface PastPlay {
  readonly attemptId: string;
  readonly sessionId: string;
  readonly startedAt: Date;
  readonly completedAt: Date;
  /** The share of the points that the student reaches on average, 0 to 1. */
  readonly ability: number;
}

/** Returns an attempt as a player's client would have sent it. */
export function pastAttempt(scenario: Scenario, play: PastPlay, random: Random): SubmitScoreRequest {
  const { scenarioId, scenarioType, maxTotalScore, maxQuestionsScore } = scenario;
  const { attemptId, sessionId, ability } = play;
  const share = Math.min(1, Math.max(0.05, ability + (random() - 0.5) * SPREAD));
  const questionScorecards = scenario.questions.map((question) => answered(question, ability, random));
  const questionsScore = questionScorecards.reduce((sum, { score }) => sum + score, 0);
  const totalScore = Math.round(maxTotalScore * share);
  return {
    attemptId,
    sessionId,
    scenarioId,
    scoreCardType: scenarioType,
    totalScore,
    questionsScore,
    maxTotalScore,
    maxQuestionsScore,
    passed: totalScore + questionsScore >= (maxTotalScore + maxQuestionsScore) * PASSED_FROM,
    startedAt: play.startedAt.toISOString(),
    completedAt: play.completedAt.toISOString(),
    questionScorecards,
  };
}

/**
 * Returns an answered question. Wrong answers later in the list are chosen less often, so that one distractor stands out in the item
 * analysis.
 */
function answered({ questionText, maxScore, answers }: Question, ability: number, random: Random): QuestionScorecard {
  const worth = maxScore ?? 0;
  // Two thirds of the questions are a little easier or harder than the scenario.
  const ease = ((questionText.length % 3) - 1) * 0.15;
  const knows = random() < ability + ease;
  const wrong = answers.filter(({ correct }) => !correct);
  const mistake = wrong[Math.floor(random() ** 2 * wrong.length)];
  const isRight = worth > 0 && knows;
  const answerScorecards = answers.map((answer) => ({
    ...answer,
    answered: isRight ? answer.correct : answer === mistake,
  }));
  return { questionText, score: isRight ? worth : 0, maxScore, answerScorecards };
}
