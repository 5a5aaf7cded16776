import { readFreeText, withText } from '../../../api/contracts/free-text.rule.js';
import { answersTo, hasFullMarks, isGraded } from '../../../api/contracts/quiz-answers.rule.js';
import { formKey } from '../../../api/contracts/quiz-topic.rule.js';
import type { QuizForm, QuizQuestion, QuizRow } from '../../../api/contracts/quiz.contract.js';
import type { RowStore } from '../../shared/live-client/row-store.js';
import { quizResponsesMessages as messages } from './quiz-responses.messages.js';

/** An option that the student has chosen. */
export interface ChosenOption {
  answerText: string;
  /** Letter of its position; null when options are right or wrong. */
  letter: string | null;
  correct: boolean;
}

/** Content of an answer cell. */
export interface AnswerDisplay {
  chosen: ChosenOption[];
  /** `ungraded` when the question has no points. */
  marks: 'full' | 'lost' | 'ungraded';
  score: number;
  maxScore: number | null;
}

const FIRST_LETTER = 'A'.charCodeAt(0);

/** Returns a student's answers to the question of a column; null without an attempt, or when the attempt lacks that question. */
export function answerDisplay(
  store: RowStore<QuizRow>,
  student: QuizRow | null | undefined,
  column: string,
): AnswerDisplay | null {
  const attempt = student?.kind === 'student' ? student.attempt : null;
  const form = attempt && store.get(formKey(attempt.form))?.value;
  if (!attempt || form?.kind !== 'form') return null;
  const answers = answersTo(column, form, attempt);
  if (!answers) return null;
  const { question, score, chosen } = answers;
  const options = typedAnswers(form, question, attempt.freeText);
  return {
    chosen: options.flatMap(({ answerText, correct }, index) =>
      chosen[index] === '1'
        ? [{ answerText, correct, letter: question.maxScore === null ? letterOf(index) : null }]
        : [],
    ),
    marks: isGraded(question) ? (hasFullMarks(answers) ? 'full' : 'lost') : 'ungraded',
    score,
    maxScore: question.maxScore,
  };
}

/** Returns the text that screen readers announce instead of the marks of a cell. */
export function spokenAnswer({ chosen, marks, score, maxScore }: AnswerDisplay): string {
  const texts = messages.answers;
  const options = chosen.map(({ letter, answerText, correct }) =>
    texts.option(letter ?? (correct ? texts.correct : texts.wrong), answerText),
  );
  return [
    ...(chosen.length === 0 ? [texts.none] : options),
    marks === 'ungraded' ? texts.notGraded : texts.points(score, maxScore),
  ].join('. ');
}

/** Returns the options of a question, with the student's typed text in place of the placeholders. */
function typedAnswers(
  { questions }: QuizForm,
  wanted: QuizQuestion,
  freeText: string | undefined,
): QuizQuestion['answers'] {
  if (freeText === undefined) return wanted.answers;
  const next = readFreeText(freeText);
  for (const question of questions) {
    const answers = question.answers.map((answer) => withText(answer, next));
    if (question === wanted) return answers;
  }
  return wanted.answers;
}

const letterOf = (index: number): string => String.fromCharCode(FIRST_LETTER + index);
