import type { FlightRecording } from '../../../api/contracts/flight.contract.js';
import type { CatalogueScenario, Question } from '../bridge/platform-api.js';
import type { FlightScenario } from '../flight/scenario.js';
import type { Score } from '../flight/score.js';
import type { BegunAttempt } from './begun-attempt.js';

/** Returns the body of `POST /api/scores` for a flight; `flight` is its recording. */
export function flightAttempt(
  { scenarioId, maxScore }: FlightScenario,
  { points, passed }: Score,
  flight: FlightRecording | undefined,
  begun: BegunAttempt,
  completedAt: Date,
) {
  return {
    ...begun.identity,
    sessionId: begun.sessionId,
    scenarioId,
    scoreCardType: 'Default',
    totalScore: points,
    questionsScore: 0,
    maxTotalScore: maxScore,
    maxQuestionsScore: 0,
    passed,
    startedAt: begun.startedAt.toISOString(),
    completedAt: completedAt.toISOString(),
    questionScorecards: [],
    ...(flight && { flight }),
  } as const;
}

/** Share of the points that passes a quiz. */
const PASSED_SHARE = 0.6;

/** Returns the body of `POST /api/scores` for a quiz; `chosen` contains the indexes of the selected answers of each question. */
export function quizAttempt(
  { scenarioId, questions, maxQuestionsScore }: CatalogueScenario,
  chosen: readonly ReadonlySet<number>[],
  begun: BegunAttempt,
  completedAt: Date,
) {
  const questionScorecards = questions.map((question, index) => scorecardOf(question, chosen[index] ?? new Set()));
  const questionsScore = questionScorecards.reduce((sum, { score }) => sum + score, 0);
  return {
    ...begun.identity,
    sessionId: begun.sessionId,
    scenarioId,
    scoreCardType: 'Quiz',
    totalScore: 0,
    questionsScore,
    maxTotalScore: 0,
    maxQuestionsScore,
    passed: questionsScore >= maxQuestionsScore * PASSED_SHARE,
    startedAt: begun.startedAt.toISOString(),
    completedAt: completedAt.toISOString(),
    questionScorecards,
  } as const;
}

/** Gives all points for exactly the correct answers, and none otherwise. */
function scorecardOf({ questionText, maxScore, answers }: Question, chosen: ReadonlySet<number>) {
  const isRight = answers.every(({ correct }, index) => correct === chosen.has(index));
  return {
    questionText,
    score: isRight ? (maxScore ?? 0) : 0,
    maxScore,
    answerScorecards: answers.map(({ answerText, correct }, index) => ({
      answerText,
      answered: chosen.has(index),
      correct,
    })),
  };
}
