import type { Question, Scenario } from './catalogue.contract.js';
import { roundPoints } from './points.rule.js';
import type { QuestionScorecard, GivenAnswer, ScoredQuiz } from './score.contract.js';

/** Share of the points that passes a quiz, unless the catalogue defines another. */
const PASSED_SHARE = 0.6;

type Quiz = Pick<Scenario, 'questions' | 'maxQuestionsScore' | 'passedShare'>;

/**
 * Scores the answers to a quiz (docs/rules.md#scores-of-quizzes): all points for exactly the correct options, none otherwise.
 * Questions of the quiz have ids.
 */
export function scoreQuiz(quiz: Quiz, answers: readonly GivenAnswer[]): ScoredQuiz {
  const chosen = new Map(answers.map((answer) => [answer.questionId, new Set(answer.chosen)]));
  const questions = quiz.questions.map((question) => {
    const { questionId, maxScore, explanation } = question;
    const correct = correctOptions(question);
    const score = isRight(correct, chosen.get(questionId!)) ? (maxScore ?? 0) : 0;
    return { questionId: questionId!, score, maxScore, correct, ...(explanation !== undefined && { explanation }) };
  });
  const questionsScore = roundPoints(questions.reduce((sum, { score }) => sum + score, 0));
  const { maxQuestionsScore } = quiz;
  return { questionsScore, maxQuestionsScore, passed: isPassed(quiz, questionsScore), questions };
}

/** Returns the question cards of the answers, in the order of the catalogue. A typed text is added as another option. */
export function quizCards(quiz: Quiz, answers: readonly GivenAnswer[]): QuestionScorecard[] {
  const byQuestion = new Map(answers.map((answer) => [answer.questionId, answer]));
  const { questions } = scoreQuiz(quiz, answers);
  return quiz.questions.map(({ questionId, questionText, maxScore, answers: options }, index) => {
    const { chosen = [], text = '' } = byQuestion.get(questionId!) ?? {};
    const typed = text.trim() === '' ? [] : [{ answerText: text, answered: true, correct: false }];
    const listed = options.map((option, place) => ({ ...option, answered: chosen.includes(place) }));
    return { questionText, score: questions[index]!.score, maxScore, answerScorecards: [...listed, ...typed] };
  });
}

/** Returns the indices of the correct options. */
export const correctOptions = ({ answers }: Pick<Question, 'answers'>): number[] =>
  answers.flatMap(({ correct }, index) => (correct ? [index] : []));

/** A question without a correct option gives no points, because leaving it out would be right. */
const isRight = (correct: readonly number[], chosen: ReadonlySet<number> = new Set()): boolean =>
  correct.length > 0 && correct.length === chosen.size && correct.every((index) => chosen.has(index));

/** Returns the share of the points that passes a quiz. */
export const passedShareOf = ({ passedShare = PASSED_SHARE }: Pick<Scenario, 'passedShare'>): number => passedShare;

const isPassed = (quiz: Quiz, score: number): boolean =>
  score >= roundPoints(quiz.maxQuestionsScore * passedShareOf(quiz));
