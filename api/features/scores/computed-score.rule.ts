import type { Scenario } from '../../contracts/catalogue.contract.js';
import { quizCards, scoreQuiz } from '../../contracts/quiz-score.rule.js';
import type { GivenAnswer, SubmitScoreRequest } from '../../contracts/score.contract.js';
import { DomainError } from '../../platform/domain-error.js';

type Claimed = Pick<SubmitScoreRequest, 'questionScorecards' | 'questionsScore' | 'passed'>;

/** A score that the server computed from answers. */
export interface ComputedScore {
  readonly score: Claimed;
  /** Messages by PascalCase field; empty when the answers fit the scenario. */
  readonly errors: Record<string, string[]>;
}

/**
 * Computes the score of a quiz from its answers (docs/rules.md#scores-of-quizzes).
 * @throws DomainError when the body also contains a score of the game
 */
export function computeScore(claimed: Claimed, answers: readonly GivenAnswer[], scenario: Scenario): ComputedScore {
  refuseClaims(claimed);
  const { questionsScore, passed } = scoreQuiz(scenario, answers);
  const message = messageOf(answers, scenario);
  return {
    score: { questionsScore, passed, questionScorecards: quizCards(scenario, answers) },
    errors: message ? { Answers: [message] } : {},
  };
}

function refuseClaims({ questionScorecards, questionsScore, passed }: Claimed): void {
  const errors: Record<string, string[]> = {
    ...(questionScorecards.length > 0 && { QuestionScorecards: ['Must be empty when there are answers.'] }),
    ...(questionsScore !== 0 && { QuestionsScore: ['Must be 0 when there are answers.'] }),
    ...(passed && { Passed: ['Must be false when there are answers.'] }),
  };
  if (Object.keys(errors).length === 0) return;
  throw new DomainError('VALIDATION_FAILED', 'The platform computes the score of answers.', 400, errors);
}

function messageOf(answers: readonly GivenAnswer[], { scenarioType, questions }: Scenario): string | null {
  if (scenarioType !== 'Quiz') return 'Only quizzes have answers.';
  const options = new Map(questions.map((question) => [question.questionId, question.answers.length]));
  const answered = new Set<string>();
  for (const { questionId, chosen } of answers) {
    const count = options.get(questionId);
    if (count === undefined) return `${questionId} is not a question of this scenario.`;
    if (answered.has(questionId)) return `The question ${questionId} is answered twice.`;
    if (chosen.some((index) => index >= count)) return `The question ${questionId} has only ${count} options.`;
    answered.add(questionId);
  }
  return null;
}
