import type { LiveRow } from './live.contract.js';
import { questionKeys } from './quiz-columns.rule.js';
import { formKey } from './quiz-topic.rule.js';
import type { QuizAttempt, QuizForm, QuizQuestion, QuizRow } from './quiz.contract.js';

/** A best attempt with the form it belongs to. */
export interface AnsweredQuiz {
  readonly attempt: QuizAttempt;
  readonly form: QuizForm;
}

/** The best attempts among the rows of a quiz. */
export function answeredQuizzes(rows: readonly LiveRow<QuizRow>[]): AnsweredQuiz[] {
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  return rows.flatMap(({ value }) => {
    const attempt = value?.kind === 'student' ? value.attempt : null;
    const form = attempt && values.get(formKey(attempt.form));
    return attempt && form?.kind === 'form' ? [{ attempt, form }] : [];
  });
}

/** What one student made of one question. */
export interface QuizAnswers {
  readonly question: QuizQuestion;
  readonly score: number;
  /** One character an option, 1 for one that was chosen. */
  readonly chosen: string;
}

const places = new WeakMap<QuizForm, ReadonlyMap<string, number>>();

/** Finds a question of an attempt by its column's key; undefined when the attempt did not have it. */
export function answersTo(key: string, form: QuizForm, attempt: QuizAttempt): QuizAnswers | undefined {
  const index = placeOf(key, form);
  if (index === undefined) return undefined;
  const [question, score, chosen] = [form.questions[index], attempt.scores[index], attempt.chosen[index]];
  return question && score !== undefined && chosen !== undefined ? { question, score, chosen } : undefined;
}

/** Where a form has the question of a column. */
export const placeOf = (key: string, form: QuizForm): number | undefined => placesOf(form).get(key);

/** Graded questions have something to reach; those with a maximum of zero or none are not counted, as in the gradebook. */
export const isGraded = ({ maxScore }: { maxScore: number | null }): boolean => (maxScore ?? 0) > 0;

export const hasFullMarks = ({ question, score }: QuizAnswers): boolean => score === question.maxScore;

/** Of each form once: a thousand attempts share it, and each has two hundred questions to be found. */
function placesOf(form: QuizForm): ReadonlyMap<string, number> {
  let found = places.get(form);
  if (!found) {
    found = new Map(questionKeys(form.questions).map((key, index) => [key, index]));
    places.set(form, found);
  }
  return found;
}
