import { useMemo, useSyncExternalStore } from 'react';
import { itemAnalysis } from '../../../api/contracts/item-analysis.rule.js';
import { answeredQuizzes } from '../../../api/contracts/quiz-answers.rule.js';
import type { ItemAnalysis } from '../../../api/contracts/quiz.contract.js';
import type { OpenQuiz } from './open-quiz.js';

/** A large class submits many answers per second; faster updates would be unreadable. */
const AT_MOST_EVERY_MS = 500;

/** Creates the item analysis of the shown quiz, by the same rule as the API, and keeps it current. */
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

/** Returns the item analysis of a quiz, kept current with the responses. */
export function useLiveItems(open: OpenQuiz): ItemAnalysis {
  const live = useMemo(() => createLiveItems(open), [open]);
  return useSyncExternalStore(live.subscribe, live.get);
}
