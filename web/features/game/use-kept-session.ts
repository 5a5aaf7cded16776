import { useEffect } from 'react';
import { api } from '../../shared/api-client/api.js';

/** How often the remaining time of the session is checked. It is renewed only when it ends soon. */
const LOOK_EVERY_MS = 30_000;

const keep = (): void => {
  // a failed request is repeated by the next check
  void api.keepSession(false).catch(() => undefined);
};

/**
 * Keeps the session valid while the game runs, and renews it immediately after the computer has slept. Any build of the game calls the API
 * itself and cannot renew the session.
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
