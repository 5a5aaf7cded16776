import { queryOptions } from '@tanstack/react-query';
import type { ClassAnswers } from '../../../api/contracts/class-answers.contract.js';
import type { QuizResponses, QuizSummary } from '../../../api/contracts/quiz.contract.js';
import type { ClassSessionDetails } from '../../../api/contracts/group.contract.js';
import type { Member } from '../../../api/contracts/user.contract.js';
import { api } from '../../shared/api-client/api.js';
import { ApiError } from '../../shared/api-client/api-error.js';
import type { SelectedQuiz } from '../../shared/session/selected-quiz.js';

/** GET /sessions/{id}/quizzes. The page stays open when the class no longer exists. */
export const getQuizzes = (sessionId: string): Promise<QuizSummary[]> =>
  api.call<QuizSummary[]>(`/sessions/${sessionId}/quizzes`, { keepsPage: true });

export const quizzesQuery = (sessionId: string) =>
  queryOptions({ queryKey: ['quizzes', sessionId], queryFn: () => getQuizzes(sessionId), staleTime: 60_000 });

/** GET /sessions?name=: the viewer's classes with that name, newest first. */
export const findSessions = (name: string): Promise<ClassSessionDetails[]> =>
  api.call<ClassSessionDetails[]>(`/sessions?name=${encodeURIComponent(name)}`, { keepsPage: true });

/** GET /sessions/{id}: null when the class does not exist, or when the caller may not see it. */
export const findSession = (id: string): Promise<ClassSessionDetails | null> =>
  api.call<ClassSessionDetails>(`/sessions/${encodeURIComponent(id)}`, { keepsPage: true }).catch(nullWhenRefused);

function nullWhenRefused(error: unknown): null {
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) return null;
  throw error;
}

/** GET /sessions/{id}/quizzes/{scenarioId}: the first load. Live rows continue from its sequence. */
export const quizResponsesQuery = ({ sessionId, quizId }: SelectedQuiz) =>
  queryOptions({
    queryKey: ['quiz-responses', sessionId, quizId],
    queryFn: () => api.call<QuizResponses>(`/sessions/${sessionId}/quizzes/${quizId}`),
    staleTime: Infinity,
    gcTime: 0,
  });

/** GET /sessions/{id}/quizzes/{scenarioId}/answers: what the class has answered in all attempts, for the debrief. */
export const classAnswersQuery = ({ sessionId, quizId }: SelectedQuiz) =>
  queryOptions({
    queryKey: ['class-answers', sessionId, quizId],
    queryFn: () => api.call<ClassAnswers>(`/sessions/${sessionId}/quizzes/${quizId}/answers`, { keepsPage: true }),
    staleTime: Infinity,
    gcTime: 0,
  });

/** GET /sessions/{id}/members: the students with their names, which arrive earlier than the answers. */
export const studentsQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['quiz-students', sessionId],
    queryFn: () => api.call<Member[]>(`/sessions/${sessionId}/members`, { keepsPage: true }),
    staleTime: Infinity,
    gcTime: 0,
  });
