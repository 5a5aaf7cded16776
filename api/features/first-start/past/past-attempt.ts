import type { Question, Scenario } from '../../../contracts/catalogue.contract.js';
import { correctOptions } from '../../../contracts/quiz-score.rule.js';
import type { GivenAnswer, SubmitScoreRequest } from '../../../contracts/score.contract.js';
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
  const answers = scenario.questions.map((question) => answered(question, ability, random));
  const isQuiz = scenarioType === 'Quiz';
  const totalScore = Math.round(maxTotalScore * share);
  return {
    attemptId,
    sessionId,
    scenarioId,
    scoreCardType: scenarioType,
    totalScore,
    questionsScore: 0,
    maxTotalScore,
    maxQuestionsScore,
    passed: !isQuiz && totalScore >= maxTotalScore * PASSED_FROM,
    startedAt: play.startedAt.toISOString(),
    completedAt: play.completedAt.toISOString(),
    questionScorecards: [],
    ...(isQuiz && { answers }),
  };
}

/**
 * Returns the answer to a question. Wrong answers later in the list are chosen less often, so that one distractor stands out in the item
 * analysis.
 */
function answered(question: Question, ability: number, random: Random): GivenAnswer {
  const { questionText, maxScore, answers } = question;
  // Two thirds of the questions are a little easier or harder than the scenario.
  const ease = ((questionText.length % 3) - 1) * 0.15;
  const knows = random() < ability + ease;
  const wrong = answers.flatMap(({ correct }, index) => (correct ? [] : [index]));
  const mistake = wrong[Math.floor(random() ** 2 * wrong.length)]!;
  const isRight = (maxScore ?? 0) > 0 && knows;
  return { questionId: question.questionId!, chosen: isRight ? correctOptions(question) : [mistake] };
}
