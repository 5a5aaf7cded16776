import { defineMessages } from '../../shared/messages/messages.js';

/** Texts of the quizzes in the sidebar; apart from those of the page, which other pages of the sidebar do not load. */
export const quizNavMessages = defineMessages('quiz-nav', {
  label: 'Select Quiz',
  choose: 'Choose…',
  noScores: (quiz: string) => `${quiz} (no scores)`,
});
