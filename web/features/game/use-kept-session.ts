import { useEffect } from 'react';
import { api } from '../../shared/api-client/api.js';

/** How often it is looked whether the session stands for a while; it is renewed only when it does not. */
const LOOK_EVERY_MS = 30_000;

const keep = (): void => {
  // a network that is away now is there the next time
  void api.keepSession(false).catch(() => undefined);
};

/**
 * A game asks the API by itself, whatever build it is, and knows of no renewal. As long as it runs its session is renewed
 * before it ends; and at once when a computer has slept.
 */
export function useKeptSession(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(keep, LOOK_EVERY_MS);
    document.addEventListener('visibilitychange', keep);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', keep);
    };
  }, [isRunning]);
}
