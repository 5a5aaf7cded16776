import type { QuestionItem } from '../../../api/contracts/quiz.contract.js';
import { quizResponsesMessages as messages } from './quiz-responses.messages.js';

/** Formats the results of a class for a question, short enough for its column: `75% · 8.2/10`. */
export function questionTotals({ maxScore, fullMarks, average }: QuestionItem): string {
  if (!maxScore) return messages.answers.notGraded;
  if (fullMarks === null || average === null) return '-';
  return `${percentOf(fullMarks)}% · ${shownPoints(average)}/${maxScore}`;
}

/** Formats the same figures as text, for screen readers and the tooltip. */
export function spokenTotals({ maxScore, fullMarks, average }: QuestionItem): string {
  if (!maxScore) return messages.answers.notGraded;
  if (fullMarks === null || average === null) return messages.totals.none;
  return messages.totals.spoken(percentOf(fullMarks), shownPoints(average), maxScore);
}

/** Rounds average points to one decimal. */
export const shownPoints = (average: number): number => Math.round(average * 10) / 10;

const percentOf = (share: number): number => Math.round(share * 100);
