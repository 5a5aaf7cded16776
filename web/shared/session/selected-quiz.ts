import { useMemo, useSyncExternalStore } from 'react';

const SESSION_KEY = 'sessionId';
const QUIZ_KEY = 'quizId';
const listeners = new Set<() => void>();

/**
 * The quiz of a class that was opened last, because addresses of quizzes contain names only (docs/rules.md#quiz-addresses).
 */
export interface SelectedQuiz {
  sessionId: string;
  /** Its scenario. */
  quizId: string;
}

/** Remembers the quiz that is opened; to be called together with going to its page. */
export function selectQuiz({ sessionId, quizId }: SelectedQuiz): void {
  localStorage.setItem(SESSION_KEY, sessionId);
  localStorage.setItem(QUIZ_KEY, quizId);
  for (const listener of listeners) listener();
}

/** The remembered one; anybody may have written it, so it is only to be taken for what the server knows. */
export function selectedQuiz(): SelectedQuiz | null {
  const [sessionId, quizId] = [localStorage.getItem(SESSION_KEY), localStorage.getItem(QUIZ_KEY)];
  return sessionId && quizId ? { sessionId, quizId } : null;
}

/** The same, kept current, also when another tab opens a quiz. */
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
