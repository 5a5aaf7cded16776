import { useMemo, useSyncExternalStore } from 'react';
import type { ItemAnalysis } from '../../../api/contracts/quiz.contract.js';
import { createLiveItems } from './live-items.js';
import type { OpenQuiz } from './open-quiz.js';

/** The item analysis of a quiz, kept current with the responses. */
export function useLiveItems(open: OpenQuiz): ItemAnalysis {
  const live = useMemo(() => createLiveItems(open), [open]);
  return useSyncExternalStore(live.subscribe, live.get);
}
