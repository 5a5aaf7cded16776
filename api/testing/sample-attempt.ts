import { randomUUID } from 'node:crypto';
import type { Scenario } from '../contracts/catalogue.contract.js';
import { correctOptions } from '../contracts/quiz-score.rule.js';
import type { GivenAnswer, SubmitScoreRequest } from '../contracts/score.contract.js';
import { defaultCatalogue } from '../features/catalogue/default-catalogue.js';
import { withQuestionIds } from '../contracts/question-ids.rule.js';

const scenarios = defaultCatalogue();
const scenario = (wanted: (each: Scenario) => boolean): Scenario => scenarios.find(wanted)!;

/** One scenario of each kind, from the default catalogue. */
export const lessonScenario = scenario((each) => each.campaignType === 'Learn' && each.scenarioType === 'Default');
export const competeScenario = scenario((each) => each.campaignType === 'Compete' && each.scenarioType === 'Default');
export const quizScenario = scenario((each) => each.scenarioType === 'Quiz');

/**
 * Returns a passed attempt of this moment that fits the scenario. Its questions score is that of the first questions. `changes` override
 * it.
 */
export function sampleAttempt(
  sessionId: string | null,
  of: Scenario = competeScenario,
  changes: Partial<SubmitScoreRequest> = {},
): SubmitScoreRequest {
  const completedAt = new Date().toISOString();
  const questionsScore = changes.questionsScore ?? of.questions[0]?.maxScore ?? 0;
  return {
    attemptId: randomUUID(),
    sessionId,
    scenarioId: of.scenarioId,
    scoreCardType: of.scenarioType,
    totalScore: of.maxTotalScore * 0.8,
    questionsScore,
    maxTotalScore: of.maxTotalScore,
    maxQuestionsScore: of.maxQuestionsScore,
    passed: true,
    startedAt: completedAt,
    completedAt,
    questionScorecards: answered(of.questions, questionsScore),
    ...changes,
  };
}

/** Returns the answers to a quiz: the first `right` questions correctly, and the others with a wrong option. */
export const sampleAnswers = (quiz: Scenario, right: number): GivenAnswer[] =>
  withQuestionIds([quiz])[0]!.questions.map((question, index) => ({
    questionId: question.questionId!,
    chosen: index < right ? correctOptions(question) : [question.answers.findIndex(({ correct }) => !correct)],
  }));

/** Returns an attempt of this quiz whose score the server computes. */
export const answeredAttempt = (
  sessionId: string | null,
  answers: GivenAnswer[],
  changes: Partial<SubmitScoreRequest> = {},
): SubmitScoreRequest => {
  const unscored = { totalScore: 0, questionsScore: 0, passed: false, questionScorecards: [] };
  return sampleAttempt(sessionId, quizScenario, { ...unscored, answers, ...changes });
};

/** Answers as many of the first questions correctly as these points are worth. */
function answered(questions: Scenario['questions'], points: number): SubmitScoreRequest['questionScorecards'] {
  let left = points;
  return questions.map(({ questionText, maxScore, answers }) => {
    const score = Math.min(left, maxScore ?? 0);
    left -= score;
    const answerScorecards = answers.map((answer, nth) => ({
      ...answer,
      answered: score > 0 ? answer.correct : nth === 0,
    }));
    return { questionText, maxScore, score, answerScorecards };
  });
}
