import { useSyncExternalStore } from 'react';
import { presenceMessages as messages } from './presence.messages.js';

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** How long it has been, to the second in the first minute and to the minute after it. */
export function elapsedText(since: string, now: number): string {
  // the server's clock may be a moment ahead
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1_000));
  if (seconds < MINUTE_S) return messages.elapsed.seconds(seconds);
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S);
  return seconds < HOUR_S
    ? messages.elapsed.minutes(minutes)
    : messages.elapsed.hours(Math.floor(seconds / HOUR_S), minutes);
}

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
