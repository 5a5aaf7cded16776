import { quizResponsesMessages as messages } from './quiz-responses.messages.js';

const SHOWN = 20;

/** Returns the column title of a question: `Q{n}` and its text, cut after 20 characters (docs/rules.md#column-titles). */
export function questionTitle(number: number, questionText: string): string {
  const characters = [...questionText];
  const shown = characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : questionText;
  return `${messages.questionNumber(number)} ${shown}`;
}
