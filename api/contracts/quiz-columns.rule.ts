import type { Question } from './catalogue.contract.js';
import type { QuizForm } from './quiz.contract.js';

/** A question as a column of the quiz responses. */
export interface QuizColumn extends Question {
  /** Unique key, see {@link questionKeys}. */
  readonly key: string;
}

/**
 * Returns a unique key for each question: its text, and its number among questions with that text. Questions have no ids, and
 * a game may ask them in any order, so their position cannot identify them.
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
 * Returns the columns: the questions of the catalogue, then other asked questions (of an earlier catalogue) by their position
 * in the attempt. When only other questions were asked, the questions of the catalogue are omitted.
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
