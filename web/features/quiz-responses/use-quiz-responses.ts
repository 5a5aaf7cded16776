import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SelectedQuiz } from '../../shared/session/selected-quiz.js';
import { useErrorToast } from '../../shared/toasts/use-error-toast.js';
import { quizResponsesMessages as messages } from './quiz-responses.messages.js';
import { quizResponsesQuery } from './api/get-quiz-responses.js';
import { studentsQuery } from './api/get-students.js';
import { openQuiz } from './open-quiz.js';

/** Loads a quiz of a class, and beside it the students' names, which are there sooner. */
export function useQuizResponses(quiz: SelectedQuiz) {
  const responses = useQuery(quizResponsesQuery(quiz));
  const students = useQuery(studentsQuery(quiz.sessionId));
  useErrorToast(responses.error, messages.couldNotLoad);
  useErrorToast(students.error, messages.couldNotLoadStudents);
  const { data } = responses;
  return {
    open: useMemo(() => data && openQuiz(data), [data]),
    isFetching: responses.isFetching,
    retry: responses.refetch,
    students: students.data,
    isLoadingStudents: students.isPending,
  };
}
