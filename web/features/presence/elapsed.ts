import { useSyncExternalStore } from 'react';
import { presenceMessages as messages } from './presence.messages.js';

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** Formats the time since a moment: in seconds during the first minute, then in minutes. */
export function elapsedText(since: string, now: number): string {
  // the server's clock may be slightly ahead
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1_000));
  if (seconds < MINUTE_S) return messages.elapsed.seconds(seconds);
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S);
  return seconds < HOUR_S
    ? messages.elapsed.minutes(minutes)
    : messages.elapsed.hours(Math.floor(seconds / HOUR_S), minutes);
}

const EVERY_MS = 1_000;

/** One timer for all rows of a page. It runs while there are subscribers. */
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

/** Returns the formatted time since a moment, updated live; '' without a moment. Renders only when the text changes. */
export const useElapsed = (since: string | null): string =>
  useSyncExternalStore(subscribe, () => (since === null ? '' : elapsedText(since, Date.now())));
