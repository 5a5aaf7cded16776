import { v5 as uuidv5 } from 'uuid';
import type { Scenario } from './catalogue.contract.js';

/**
 * Adds ids to questions that were published without one. Each is derived from scenario, position and text, so that every node
 * and every edition with this question at this place has the same id.
 */
export const withQuestionIds = (scenarios: readonly Scenario[]): Scenario[] =>
  scenarios.map((scenario) => {
    if (scenario.questions.every(({ questionId }) => questionId !== undefined)) return scenario;
    const questions = scenario.questions.map(({ questionId, ...question }, index) => ({
      questionId: questionId ?? uuidv5(`${index + 1}. ${question.questionText}`, scenario.scenarioId),
      ...question,
    }));
    return { ...scenario, questions };
  });
