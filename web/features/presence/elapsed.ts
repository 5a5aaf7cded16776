import { createContext, useContext, useSyncExternalStore } from 'react';
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

/** The shown moment in milliseconds since 1970, where a past class is shown; null for the present. */
export const ShownMoment = createContext<number | null>(null);

const noTicks = (): (() => void) => () => undefined;

/**
 * Returns the formatted time from `since` to the shown moment, updated live for the present; '' without `since`. Renders only when the text
 * changes.
 */
export function useElapsed(since: string | null): string {
  const shown = useContext(ShownMoment);
  return useSyncExternalStore(shown === null ? subscribe : noTicks, () =>
    since === null ? '' : elapsedText(since, shown ?? Date.now()),
  );
}
