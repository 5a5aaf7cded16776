import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ClassSessionDetails } from '../../../api/contracts/group.contract.js';
import { type SelectedQuiz, selectedQuiz, selectQuiz } from '../../shared/session/selected-quiz.js';
import { toast } from '../../shared/toasts/toasts.atoms.js';
import { findSession, findSessions, getQuizzes } from './quiz-responses.api.js';
import { quizResponsesMessages as messages } from './quiz-responses.messages.js';

/** The names in an address of a quiz (docs/rules.md#quiz-addresses). */
export interface QuizNames {
  sessionName: string;
  scenarioShortTitle: string;
}

/**
 * Resolves the names of an address to a quiz, or to null. The quiz opened last is preferred if it has these names. Otherwise the newest
 * class of that name with a quiz of that title is used.
 */
async function resolveQuiz(names: QuizNames, stored: SelectedQuiz | null): Promise<SelectedQuiz | null> {
  const session = (stored && (await findStoredClass(names, stored))) ?? (await findSessions(names.sessionName))[0];
  if (!session) return null;
  const titled = (await getQuizzes(session.id)).filter((quiz) => quiz.scenarioShortTitle === names.scenarioShortTitle);
  const quiz = titled.find(({ scenarioId }) => scenarioId === stored?.quizId) ?? titled[0];
  return quiz ? { sessionId: session.id, quizId: quiz.scenarioId } : null;
}

async function findStoredClass({ sessionName }: QuizNames, stored: SelectedQuiz): Promise<ClassSessionDetails | null> {
  const session = await findSession(stored.sessionId);
  return session?.name === sessionName ? session : null;
}

/** Finds the quiz of an address and stores it as the selected quiz; null when there is none, undefined while loading. */
export function useResolvedQuiz({ sessionName, scenarioShortTitle }: QuizNames) {
  // the value when the page was opened, because another tab may open another quiz later
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
