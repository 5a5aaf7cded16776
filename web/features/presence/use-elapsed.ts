import { useSyncExternalStore } from 'react';
import { elapsedText } from './elapsed.js';

const EVERY_MS = 1_000;

/** One clock for all rows of a page; it runs while anybody looks at it. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((tick) => tick()), EVERY_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** How long it has been since then, ticking; '' without a moment. Draws only when the text is another. */
export const useElapsed = (since: string | null): string =>
  useSyncExternalStore(subscribe, () => (since === null ? '' : elapsedText(since, Date.now())));
