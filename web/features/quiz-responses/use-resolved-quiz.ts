import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { selectedQuiz, selectQuiz } from '../../shared/session/selected-quiz.js';
import { toast } from '../../shared/toasts/toasts.atoms.js';
import { quizResponsesMessages as messages } from './quiz-responses.messages.js';
import { type QuizNames, resolveQuiz } from './resolve-quiz.js';

/** Finds the quiz of an address and remembers it as the one that is open; null when there is none, undefined while it looks. */
export function useResolvedQuiz({ sessionName, scenarioShortTitle }: QuizNames) {
  // as it was when the page was opened: another tab may open another quiz meanwhile
  const [stored] = useState(selectedQuiz);
  const { data, error, refetch } = useQuery({
    queryKey: ['quiz-of-names', sessionName, scenarioShortTitle, stored],
    queryFn: () => resolveQuiz({ sessionName, scenarioShortTitle }, stored),
    staleTime: Infinity,
    gcTime: 0,
  });
  const missing = error !== null || data === null;
  useEffect(() => {
    if (missing) toast(messages.couldNotFind, 'error');
  }, [missing]);
  useEffect(() => {
    if (data) selectQuiz(data);
  }, [data]);
  return { quiz: error ? null : data, retry: refetch };
}
