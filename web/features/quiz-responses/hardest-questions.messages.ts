import { defineMessages } from '../../shared/messages/messages.js';

export const hardestQuestionsMessages = defineMessages('hardest-questions', {
  title: 'Hardest questions',
  theQuestions: 'The questions of the quizzes',
  none: 'No student has answered a question with points.',
  question: 'Question',
  ofQuiz: (quiz: string, number: number) => `${quiz}, question ${number}`,
  fullMarks: 'Full marks',
  asked: 'Students',
  percent: (percent: number) => `${percent}%`,
});
