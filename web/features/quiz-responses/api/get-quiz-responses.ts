import { queryOptions } from '@tanstack/react-query';
import type { QuizResponses } from '../../../../api/contracts/quiz.contract.js';
import { api } from '../../../shared/api-client/api.js';
import type { SelectedQuiz } from '../../../shared/session/selected-quiz.js';

/** GET /sessions/{id}/quizzes/{scenarioId}: the first load; live rows follow from its sequence. */
export const quizResponsesQuery = ({ sessionId, quizId }: SelectedQuiz) =>
  queryOptions({
    queryKey: ['quiz-responses', sessionId, quizId],
    queryFn: () => api.call<QuizResponses>(`/sessions/${sessionId}/quizzes/${quizId}`),
    staleTime: Infinity,
    gcTime: 0,
  });
