import { createHash } from 'node:crypto';
import type { QuizForm, QuizQuestion } from '../../contracts/quiz.contract.js';
import type { QuestionScorecard } from '../../contracts/score.contract.js';

/** The answers of an attempt, apart from the questions they belong to. */
export interface AnsweredForm {
  readonly formId: string;
  readonly form: QuizForm;
  readonly scores: number[];
  readonly chosen: string[];
}

/**
 * Takes the scorecards of an attempt apart. A form has its questions by their texts, so that a game that asks them in another
 * order each time still makes one form; the positions are no part of its id.
 */
export function formOf(scorecards: readonly QuestionScorecard[]): AnsweredForm {
  const sorted = scorecards
    .map((scorecard, position) => ({ ...scorecard, position }))
    .toSorted((a, b) => compare(a.questionText, b.questionText) || a.position - b.position);
  const questions = sorted.map(({ questionText, maxScore, position, answerScorecards }): QuizQuestion => ({
    questionText,
    maxScore,
    position,
    answers: answerScorecards.map(({ answerText, correct }) => ({ answerText, correct })),
  }));
  const content = questions.map(({ questionText, maxScore, answers }) => [questionText, maxScore, answers]);
  return {
    formId: createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22),
    form: { kind: 'form', questions },
    scores: sorted.map(({ score }) => score),
    chosen: sorted.map(({ answerScorecards }) =>
      answerScorecards.map(({ answered }) => (answered ? '1' : '0')).join(''),
    ),
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
