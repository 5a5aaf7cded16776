import type { PlayerQuestion, PlayerScenario, Question, Scenario } from '../../contracts/catalogue.contract.js';
import { correctOptions } from '../../contracts/quiz-score.rule.js';

/** Returns the scenarios without correct answers and explanations (docs/rules.md#answers-of-quizzes). */
export const withoutAnswers = (scenarios: readonly Scenario[]): PlayerScenario[] =>
  scenarios.map((scenario) => ({ ...scenario, questions: scenario.questions.map(toPlayerQuestion) }));

// Names each field, so that a new field of questions is not sent by accident.
const toPlayerQuestion = (question: Question): PlayerQuestion => ({
  questionId: question.questionId!,
  questionText: question.questionText,
  maxScore: question.maxScore,
  multiple: correctOptions(question).length > 1,
  answers: question.answers.map(({ answerText }) => ({ answerText })),
});
