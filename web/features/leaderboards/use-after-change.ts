import { useEffect, useRef } from 'react';

/**
 * Calls `callback` some time after `changing` has changed, once per burst of changes. The wait is random, so that a whole class that sees
 * the same change does not send its requests at once.
 */
export function useAfterChange(changing: unknown, waitMs: number, enabled: boolean, callback: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const seen = useRef<unknown>(undefined);
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  useEffect(() => {
    const isFirst = seen.current === undefined;
    seen.current = changing;
    if (isFirst || !enabled || timer.current !== undefined) return;
    timer.current = setTimeout(
      () => {
        timer.current = undefined;
        latest.current();
      },
      waitMs * (1 + Math.random()),
    );
  }, [changing, waitMs, enabled]);
  useEffect(() => () => clearTimeout(timer.current), []);
}
