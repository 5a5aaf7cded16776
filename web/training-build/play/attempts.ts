import type { FlightRecording } from '../../../api/contracts/flight.contract.js';
import type { CatalogueScenario } from '../bridge/platform-api.js';
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

/** The selected options of each question, as indexes. */
export type Chosen = readonly ReadonlySet<number>[];

/** Returns the body of `POST /api/scores` for a quiz. The platform computes its score. */
export function quizAttempt(
  { scenarioId, questions, maxQuestionsScore }: CatalogueScenario,
  chosen: Chosen,
  begun: BegunAttempt,
  completedAt: Date,
) {
  return {
    ...begun.identity,
    sessionId: begun.sessionId,
    scenarioId,
    scoreCardType: 'Quiz',
    totalScore: 0,
    questionsScore: 0,
    maxTotalScore: 0,
    maxQuestionsScore,
    passed: false,
    startedAt: begun.startedAt.toISOString(),
    completedAt: completedAt.toISOString(),
    questionScorecards: [],
    answers: questions.map(({ questionId }, index) => ({ questionId, chosen: [...(chosen[index] ?? [])] })),
  } as const;
}
