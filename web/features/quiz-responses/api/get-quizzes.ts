import { queryOptions } from '@tanstack/react-query';
import type { QuizSummary } from '../../../../api/contracts/quiz.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /sessions/{id}/quizzes. The page stays when the class no longer exists. */
export const getQuizzes = (sessionId: string): Promise<QuizSummary[]> =>
  api.call<QuizSummary[]>(`/sessions/${sessionId}/quizzes`, { keepsPage: true });

export const quizzesQuery = (sessionId: string) =>
  queryOptions({ queryKey: ['quizzes', sessionId], queryFn: () => getQuizzes(sessionId), staleTime: 60_000 });
