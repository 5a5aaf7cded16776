import type { LiveRow } from './live.contract.js';
import { questionKeys } from './quiz-columns.rule.js';
import { formKey } from './quiz-topic.rule.js';
import type { QuizAttempt, QuizForm, QuizQuestion, QuizRow } from './quiz.contract.js';

/** The answers of a best attempt, and its form. */
export interface AnsweredQuiz {
  readonly attempt: Pick<QuizAttempt, 'questionsScore' | 'scores' | 'chosen'>;
  readonly form: QuizForm;
}

/** Returns the best attempts among the rows of a quiz. */
export function answeredQuizzes(rows: readonly LiveRow<QuizRow>[]): AnsweredQuiz[] {
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  return rows.flatMap(({ value }) => {
    const attempt = value?.kind === 'student' ? value.attempt : null;
    const form = attempt && values.get(formKey(attempt.form));
    return attempt && form?.kind === 'form' ? [{ attempt, form }] : [];
  });
}

/** Answers of one student to one question. */
export interface QuizAnswers {
  readonly question: QuizQuestion;
  readonly score: number;
  /** One character per option: 1 when it was chosen. */
  readonly chosen: string;
}

const places = new WeakMap<QuizForm, ReadonlyMap<string, number>>();

/** Returns the answers to a question by its column's key. Undefined when the attempt does not have the question. */
export function answersTo(key: string, form: QuizForm, attempt: QuizAttempt): QuizAnswers | undefined {
  const index = placeOf(key, form);
  if (index === undefined) return undefined;
  const [question, score, chosen] = [form.questions[index], attempt.scores[index], attempt.chosen[index]];
  return question && score !== undefined && chosen !== undefined ? { question, score, chosen } : undefined;
}

/** Returns the index of a column's question in a form. */
export const placeOf = (key: string, form: QuizForm): number | undefined => placesOf(form).get(key);

/** Returns whether a question has a maximum above zero. Ungraded questions are not counted, as in the gradebook. */
export const isGraded = ({ maxScore }: { maxScore: number | null }): boolean => (maxScore ?? 0) > 0;

export const hasFullMarks = ({ question, score }: QuizAnswers): boolean => score === question.maxScore;

/** Computes the positions once per form, because a thousand attempts with up to two hundred questions share a form. */
function placesOf(form: QuizForm): ReadonlyMap<string, number> {
  let found = places.get(form);
  if (!found) {
    found = new Map(questionKeys(form.questions).map((key, index) => [key, index]));
    places.set(form, found);
  }
  return found;
}
