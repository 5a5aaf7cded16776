import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { SelectedQuiz } from '../../shared/session/selected-quiz.js';
import { toast } from '../../shared/toasts/toasts.atoms.js';
import { quizResponsesQuery } from './api/get-quiz-responses.js';
import { studentsQuery } from './api/get-students.js';
import { openQuiz } from './open-quiz.js';

/** Loads a quiz of a class, and beside it the students' names, which are there sooner. */
export function useQuizResponses(quiz: SelectedQuiz) {
  const responses = useQuery(quizResponsesQuery(quiz));
  const students = useQuery(studentsQuery(quiz.sessionId));
  useEffect(() => {
    if (responses.error) toast('Failed to fetch quiz score data', 'error');
  }, [responses.error]);
  useEffect(() => {
    if (students.error) toast('Failed to fetch user data', 'error');
  }, [students.error]);
  const { data } = responses;
  return {
    open: useMemo(() => data && openQuiz(data), [data]),
    isFetching: responses.isFetching,
    retry: responses.refetch,
    students: students.data,
    isLoadingStudents: students.isPending,
  };
}
