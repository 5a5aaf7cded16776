import { defineMessages } from '../../shared/messages/messages.js';

/** Texts of the quizzes in the sidebar. Kept apart from the page's texts, which other pages with the sidebar do not load. */
export const quizNavMessages = defineMessages('quiz-nav', {
  label: 'Select Quiz',
  choose: 'Choose…',
  noScores: (quiz: string) => `${quiz} (no scores)`,
});
