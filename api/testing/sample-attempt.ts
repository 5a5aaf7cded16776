import { randomUUID } from 'node:crypto';
import type { Scenario } from '../contracts/catalogue.contract.js';
import type { SubmitScoreRequest } from '../contracts/score.contract.js';
import { defaultCatalogue } from '../features/catalogue/default-catalogue.js';

const scenarios = defaultCatalogue();
const scenario = (wanted: (each: Scenario) => boolean): Scenario => scenarios.find(wanted)!;

/** One scenario of each kind, from the default catalogue. */
export const learnScenario = scenario((each) => each.campaignType === 'Learn' && each.scenarioType === 'Default');
export const competeScenario = scenario((each) => each.campaignType === 'Compete' && each.scenarioType === 'Default');
export const quizScenario = scenario((each) => each.scenarioType === 'Quiz');

/** A passed attempt of now that fits the scenario; `changes` win. */
export function sampleAttempt(
  sessionId: string | null,
  of: Scenario = competeScenario,
  changes: Partial<SubmitScoreRequest> = {},
): SubmitScoreRequest {
  const completedAt = new Date().toISOString();
  return {
    attemptId: randomUUID(),
    sessionId,
    scenarioId: of.scenarioId,
    scoreCardType: of.scenarioType,
    totalScore: of.maxTotalScore * 0.8,
    questionsScore: of.questions.length > 0 ? 10 : 0,
    maxTotalScore: of.maxTotalScore,
    maxQuestionsScore: of.maxQuestionsScore,
    passed: true,
    startedAt: completedAt,
    completedAt,
    questionScorecards: of.questions.map(({ questionText, maxScore, answers }, index) => ({
      questionText,
      maxScore,
      score: index === 0 ? (maxScore ?? 0) : 0,
      answerScorecards: answers.map((answer, nth) => ({
        ...answer,
        answered: index === 0 ? answer.correct : nth === 0,
      })),
    })),
    ...changes,
  };
}
