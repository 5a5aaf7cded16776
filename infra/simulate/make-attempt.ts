import { randomUUID } from 'node:crypto';
import type { Question, Scenario } from '../../api/contracts/catalogue.contract.js';
import { correctOptions, scoreQuiz } from '../../api/contracts/quiz-score.rule.js';
import type { GivenAnswer, SubmitScoreRequest } from '../../api/contracts/score.contract.js';

/** Returns a number from 0 to below 1. */
export type Random = () => number;

/** How often a student plays worse than before. */
const WORSE = 0.15;
const PASSED_FROM = 0.6;

/**
 * Returns the next attempt of a student whose best has `best` points: mostly slightly better, within the catalogue's limits. A quiz has
 * answers, which the platform scores. The scenario is that of staff, because players do not receive the correct answers.
 */
export function makeAttempt(
  scenario: Scenario,
  sessionId: string,
  best: number,
  now: Date,
  random: Random = Math.random,
): SubmitScoreRequest {
  const { scenarioId, scenarioType, maxTotalScore, maxQuestionsScore } = scenario;
  const isQuiz = scenarioType === 'Quiz';
  const totalScore = isQuiz ? 0 : nextPoints(best, maxTotalScore, random);
  return {
    attemptId: randomUUID(),
    sessionId,
    scenarioId,
    scoreCardType: scenarioType,
    totalScore,
    questionsScore: 0,
    maxTotalScore,
    maxQuestionsScore,
    passed: !isQuiz && totalScore >= maxTotalScore * PASSED_FROM,
    startedAt: new Date(now.getTime() - 20_000 - Math.floor(random() * 100_000)).toISOString(),
    completedAt: now.toISOString(),
    questionScorecards: [],
    ...(isQuiz && { answers: answerQuiz(scenario.questions, best, random) }),
  };
}

/** Returns the points that the gradebook will show for an attempt. */
export const pointsOf = (scenario: Scenario, { totalScore, questionsScore, answers }: SubmitScoreRequest): number =>
  totalScore + (answers ? scoreQuiz(scenario, answers).questionsScore : questionsScore);

function nextPoints(best: number, maximum: number, random: Random): number {
  const next = best === 0 ? maximum * (0.45 + 0.4 * random()) : best + (maximum - best) * (0.02 + 0.2 * random());
  const points = random() < WORSE ? next * random() : next;
  return Math.ceil(points);
}

/** Knows the answers to the first questions: as many as the best attempt was worth, and mostly one more. */
function answerQuiz(questions: readonly Question[], best: number, random: Random): GivenAnswer[] {
  let known = best;
  let luck = random() < WORSE ? 0 : 1;
  return questions.map((question) => {
    const worth = question.maxScore ?? 0;
    const knows = worth > 0 && (known >= worth || luck-- > 0);
    known -= worth;
    const wrong = question.answers.findIndex(({ correct }) => !correct);
    return { questionId: question.questionId!, chosen: knows ? correctOptions(question) : [wrong] };
  });
}
