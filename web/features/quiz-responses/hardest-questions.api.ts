import { queryOptions } from '@tanstack/react-query';
import type { ItemAnalysis, QuestionItem, QuizSummary } from '../../../api/contracts/quiz.contract.js';
import { api } from '../../shared/api-client/api.js';
import { getQuizzes } from './quiz-responses.api.js';

/** One request for each quiz. Those with the most responses are first. */
const MOST_QUIZZES = 12;

/** A question with points, and the share of the asked students with full marks. */
export interface GradedQuestion extends Pick<QuestionItem, 'number' | 'questionText' | 'asked'> {
  readonly quiz: QuizSummary;
  readonly fullMarks: number;
}

/** The questions of all quizzes of a class, the hardest first. */
export const hardestQuestionsQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['hardest-questions', sessionId],
    queryFn: async (): Promise<GradedQuestion[]> => {
      const quizzes = (await getQuizzes(sessionId)).filter(({ responses }) => responses > 0);
      const asked = quizzes.toSorted((a, b) => b.responses - a.responses).slice(0, MOST_QUIZZES);
      const questions = await Promise.all(asked.map((quiz) => questionsOf(sessionId, quiz)));
      return questions.flat().toSorted((a, b) => a.fullMarks - b.fullMarks);
    },
  });

/** GET /scores/session/{id}/all/items: the item analysis of a quiz over the whole class. */
async function questionsOf(sessionId: string, quiz: QuizSummary): Promise<GradedQuestion[]> {
  const path = `/scores/session/${sessionId}/all/items?scenarioId=${quiz.scenarioId}`;
  const { items } = await api.call<ItemAnalysis>(path, { background: true });
  return items.flatMap(({ fullMarks, ...item }) => (fullMarks === null ? [] : [{ ...item, quiz, fullMarks }]));
}
