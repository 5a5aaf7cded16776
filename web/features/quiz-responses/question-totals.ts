import type { QuestionItem } from '../../../api/contracts/quiz.contract.js';
import { quizResponsesMessages as messages } from './quiz-responses.messages.js';

/** What a class made of a question, short enough for its column: `75% · 8.2/10`. */
export function questionTotals({ maxScore, fullMarks, average }: QuestionItem): string {
  if (!maxScore) return messages.answers.notGraded;
  if (fullMarks === null || average === null) return '-';
  return `${percentOf(fullMarks)}% · ${shownPoints(average)}/${maxScore}`;
}

/** The same figures in words, for screen readers and the tooltip. */
export function spokenTotals({ maxScore, fullMarks, average }: QuestionItem): string {
  if (!maxScore) return messages.answers.notGraded;
  if (fullMarks === null || average === null) return messages.totals.none;
  return messages.totals.spoken(percentOf(fullMarks), shownPoints(average), maxScore);
}

/** Average points with one decimal at most. */
export const shownPoints = (average: number): number => Math.round(average * 10) / 10;

const percentOf = (share: number): number => Math.round(share * 100);
