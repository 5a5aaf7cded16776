import type { Question } from './catalogue.contract.js';
import type { QuizForm } from './quiz.contract.js';

/** A question as a column of a quiz's responses. */
export interface QuizColumn extends Question {
  /** Tells it from every other, see {@link questionKeys}. */
  readonly key: string;
}

/**
 * What tells the questions of one list apart: the text, and which of that text it is. Questions have no ids, and a game may
 * ask them in any order, so neither position nor number would do.
 */
export function questionKeys(questions: readonly Pick<Question, 'questionText'>[]): string[] {
  const seen = new Map<string, number>();
  return questions.map(({ questionText }) => {
    const nth = (seen.get(questionText) ?? 0) + 1;
    seen.set(questionText, nth);
    return `${nth}:${questionText}`;
  });
}

/**
 * The columns: the questions of the catalogue, then those that were asked besides (the catalogue had them once), by the
 * position at which they were asked. Questions of the catalogue of which nobody was asked any are left out when others were.
 */
export function quizColumns(questions: readonly Question[], forms: readonly QuizForm[]): QuizColumn[] {
  const keys = questionKeys(questions);
  const asked = new Map<string, QuizColumn & { position: number }>();
  for (const form of forms) {
    const keysOfForm = questionKeys(form.questions);
    form.questions.forEach((question, index) => {
      const key = keysOfForm[index]!;
      if (!asked.has(key)) asked.set(key, { ...question, key });
    });
  }
  const isAsked = keys.some((key) => asked.has(key)) || asked.size === 0;
  const ofCatalogue = isAsked ? questions.map((question, index) => ({ ...question, key: keys[index]! })) : [];
  for (const { key } of ofCatalogue) asked.delete(key);
  const others = [...asked.values()].toSorted((a, b) => a.position - b.position || compare(a.key, b.key));
  return [
    ...ofCatalogue,
    ...others.map(({ key, questionText, maxScore, answers }) => ({ key, questionText, maxScore, answers })),
  ];
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
