import { useMemo, useSyncExternalStore } from 'react';

const SESSION_KEY = 'sessionId';
const QUIZ_KEY = 'quizId';
const listeners = new Set<() => void>();

/** The most recently opened quiz of a class. It is stored because quiz addresses contain only names (docs/rules.md#quiz-addresses). */
export interface SelectedQuiz {
  sessionId: string;
  /** Id of the quiz's scenario. */
  quizId: string;
}

/** Stores the opened quiz; called together with the navigation to its page. */
export function selectQuiz({ sessionId, quizId }: SelectedQuiz): void {
  localStorage.setItem(SESSION_KEY, sessionId);
  localStorage.setItem(QUIZ_KEY, quizId);
  for (const listener of listeners) listener();
}

/** Returns the stored quiz. The storage is untrusted, so use it only after the server has confirmed it. */
export function selectedQuiz(): SelectedQuiz | null {
  const [sessionId, quizId] = [localStorage.getItem(SESSION_KEY), localStorage.getItem(QUIZ_KEY)];
  return sessionId && quizId ? { sessionId, quizId } : null;
}

/** Returns the stored quiz, kept current when another tab opens a quiz. */
export function useSelectedQuiz(): SelectedQuiz | null {
  const stored = useSyncExternalStore(subscribe, () => JSON.stringify(selectedQuiz()));
  return useMemo(() => JSON.parse(stored) as SelectedQuiz | null, [stored]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
