import { randomUUID } from 'node:crypto';
import type { Question, Scenario } from '../../api/contracts/catalogue.contract.js';
import type { QuestionScorecard, SubmitScoreRequest } from '../../api/contracts/score.contract.js';

/** Returns a number from 0 to below 1. */
export type Random = () => number;

/** How often a student plays worse than before. */
const WORSE = 0.15;
const PASSED_FROM = 0.6;

/** Returns the next attempt of a student whose best has `best` points: mostly slightly better, within the catalogue's limits. */
export function makeAttempt(
  scenario: Scenario,
  sessionId: string,
  best: number,
  now: Date,
  random: Random = Math.random,
): SubmitScoreRequest {
  const { scenarioId, scenarioType, maxTotalScore, maxQuestionsScore } = scenario;
  const quiz = scenarioType === 'Quiz';
  const questionScorecards = quiz ? answerQuiz(scenario.questions, best, random) : [];
  const questionsScore = questionScorecards.reduce((sum, { score }) => sum + score, 0);
  const totalScore = quiz ? 0 : nextPoints(best, maxTotalScore, random);
  return {
    attemptId: randomUUID(),
    sessionId,
    scenarioId,
    scoreCardType: scenarioType,
    totalScore,
    questionsScore,
    maxTotalScore,
    maxQuestionsScore,
    passed: totalScore + questionsScore >= (maxTotalScore + maxQuestionsScore) * PASSED_FROM,
    startedAt: new Date(now.getTime() - 20_000 - Math.floor(random() * 100_000)).toISOString(),
    completedAt: now.toISOString(),
    questionScorecards,
  };
}

function nextPoints(best: number, maximum: number, random: Random): number {
  const next = best === 0 ? maximum * (0.45 + 0.4 * random()) : best + (maximum - best) * (0.02 + 0.2 * random());
  const points = random() < WORSE ? next * random() : next;
  return Math.ceil(points);
}

/** Knows the answers to the first questions: as many as the best attempt was worth, and mostly one more. */
function answerQuiz(questions: readonly Question[], best: number, random: Random): QuestionScorecard[] {
  let known = best;
  let luck = random() < WORSE ? 0 : 1;
  return questions.map(({ questionText, maxScore, answers }) => {
    const worth = maxScore ?? 0;
    const knows = worth > 0 && (known >= worth || luck-- > 0);
    known -= worth;
    const right = answers.findIndex(({ correct }) => correct);
    const wrong = answers.findIndex(({ correct }) => !correct);
    const chosen = knows ? right : wrong;
    const answerScorecards = answers.map((answer, index) => ({ ...answer, answered: index === chosen }));
    return { questionText, score: knows ? worth : 0, maxScore, answerScorecards };
  });
}
