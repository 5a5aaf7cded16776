import { useMemo, useSyncExternalStore } from 'react';
import { itemAnalysis } from '../../../api/contracts/item-analysis.rule.js';
import { answeredQuizzes } from '../../../api/contracts/quiz-answers.rule.js';
import type { ItemAnalysis } from '../../../api/contracts/quiz.contract.js';
import type { OpenQuiz } from './open-quiz.js';

/** A large class answers many times a second; nobody reads figures that fast. */
const AT_MOST_EVERY_MS = 500;

/** The item analysis of what is on screen, by the same rule as the API's, kept current. */
export function createLiveItems({ store, view }: Pick<OpenQuiz, 'store' | 'view'>) {
  const analyse = (): ItemAnalysis =>
    itemAnalysis(view.get().columns, answeredQuizzes([...store.entries()].map(([, row]) => row)));
  let current = analyse();
  return {
    get: (): ItemAnalysis => current,
    subscribe(listener: () => void): () => void {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const stop = store.subscribeAny(() => {
        timer ??= setTimeout(() => {
          timer = undefined;
          current = analyse();
          listener();
        }, AT_MOST_EVERY_MS);
      });
      return () => {
        stop();
        clearTimeout(timer);
      };
    },
  };
}

/** The item analysis of a quiz, kept current with the responses. */
export function useLiveItems(open: OpenQuiz): ItemAnalysis {
  const live = useMemo(() => createLiveItems(open), [open]);
  return useSyncExternalStore(live.subscribe, live.get);
}
