import { queryOptions } from '@tanstack/react-query';
import type { QuizSummary } from '../../../../api/contracts/quiz.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /sessions/{id}/quizzes in the background: a class that is not there any more is no reason to leave the page. */
export const getQuizzes = (sessionId: string): Promise<QuizSummary[]> =>
  api.call<QuizSummary[]>(`/sessions/${sessionId}/quizzes`, { background: true });

export const quizzesQuery = (sessionId: string) =>
  queryOptions({ queryKey: ['quizzes', sessionId], queryFn: () => getQuizzes(sessionId), staleTime: 60_000 });
