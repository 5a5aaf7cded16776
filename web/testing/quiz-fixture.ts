import type { QuizAttempt, QuizForm, QuizResponses, QuizRow, QuizStudent } from '../../api/contracts/quiz.contract.js';

export const QUIZ_SESSION_ID = '0198c0de-0000-7000-8000-000000000010';
export const QUIZ_ID = '0198c0de-0001-7000-8000-000000000003';

const answers = ['Prograde', 'Retrograde', 'Radial'].map((answerText, index) => ({ answerText, correct: index === 0 }));

/** Three questions; the last one is not graded. */
const QUESTIONS = [
  { questionText: 'Which burn raises the apogee?', maxScore: 10, answers },
  { questionText: 'Which burn lowers it?', maxScore: 10, answers },
  { questionText: 'How sure are you?', maxScore: null, answers },
];

const quizForm: QuizForm = {
  kind: 'form',
  questions: QUESTIONS.map((question, position) => ({ ...question, position })),
};

/** Returns an attempt with the chosen options of each question: `'0'`, `'12'`, `''`. Option 0 alone earns full marks. */
export function quizAttempt(...chosen: string[]): QuizAttempt {
  const scores = chosen.map((options, index) => (options === '0' && QUESTIONS[index]?.maxScore ? 10 : 0));
  return {
    attemptId: '0198c0de-0000-7000-8000-0000000000e1',
    time: '2026-03-01T10:00:00Z',
    questionsScore: scores.reduce<number>((sum, score) => sum + score, 0),
    maxQuestionsScore: 20,
    passed: true,
    tooFast: false,
    level: 'Witnessed',
    form: 'f1',
    scores,
    chosen: chosen.map((options) => [0, 1, 2].map((index) => (options.includes(String(index)) ? '1' : '0')).join('')),
  };
}

export const quizStudent = (username: string, attempt: QuizAttempt | null = null, enabled = true): QuizStudent => ({
  kind: 'student',
  username,
  firstName: 'First',
  lastName: 'Last',
  enabled,
  attempt,
});

/** Returns a class's quiz with students by user id, numbered in order. */
export const quizResponsesOf = (students: Record<string, QuizStudent>): QuizResponses => {
  const values: [string, QuizRow][] = [['form:f1', quizForm], ...Object.entries(students)];
  return {
    session: {
      id: QUIZ_SESSION_ID,
      name: 'Operations 101 - Class 3',
      groupId: 'g1',
      startDate: '2026-03-01T09:30:00Z',
      endDate: null,
      scheduledStartDate: null,
      scheduledEndDate: null,
      groupName: 'Operations 101',
      accessCode: 'K7QX4M',
    },
    scenario: {
      scenarioId: QUIZ_ID,
      scenarioTitle: 'Foundations of Orbital Motion: Quiz',
      scenarioShortTitle: 'Foundations/Quiz 50%',
      scenarioType: 'Quiz',
      campaignId: 'c1',
      campaignTitle: 'Orbital Basics',
      campaignType: 'Learn',
      contentType: 'Quiz',
      gameMode: 'Learn',
      maxTotalScore: 0,
      maxQuestionsScore: 20,
      questions: QUESTIONS,
    },
    rows: values.map(([key, value], index) => ({ key, sequence: index + 1, value })),
    generation: 1,
    sequence: values.length,
  };
};
