import { hash } from 'node:crypto';
import { ERASED_TEXT, FREE_TEXT, withFreeText, writeFreeText } from '../../contracts/free-text.rule.js';
import type { QuizForm, QuizQuestion } from '../../contracts/quiz.contract.js';
import type { QuestionScorecard } from '../../contracts/score.contract.js';

/** The answers of an attempt, separate from the questions. */
export interface AnsweredForm {
  readonly formId: string;
  readonly form: QuizForm;
  readonly scores: number[];
  readonly chosen: string[];
  /** The text that the student typed, in the order of the form. */
  readonly freeText: string | undefined;
}

/**
 * Splits the scorecards of an attempt into questions and answers. A form sorts its questions by text and its id ignores
 * positions, so a game that shuffles the questions still produces a single form.
 */
export function formOf(scorecards: readonly QuestionScorecard[], freeText?: string): AnsweredForm {
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
    formId: hash('sha256', JSON.stringify(content), 'base64url').slice(0, 22),
    form: { kind: 'form', questions },
    scores: sorted.map(({ score }) => score),
    chosen: sorted.map(({ answerScorecards }) =>
      answerScorecards.map(({ answered }) => (answered ? '1' : '0')).join(''),
    ),
    freeText:
      freeText === undefined
        ? undefined
        : inOrder(
            scorecards,
            freeText,
            questions.map(({ position }) => position),
          ),
  };
}

/** Returns the typed texts in another order of the questions. Placeholders stay in the form, so that students share one. */
function inOrder(scorecards: readonly QuestionScorecard[], freeText: string, positions: readonly number[]): string {
  if (freeText === ERASED_TEXT) return freeText;
  const texts = withFreeText(scorecards, freeText).map(({ answerScorecards }, card) =>
    answerScorecards
      .filter((_, index) => scorecards[card]!.answerScorecards[index]!.answerText === FREE_TEXT)
      .map(({ answerText }) => answerText),
  );
  return writeFreeText(positions.flatMap((position) => texts[position]!)) ?? ERASED_TEXT;
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
