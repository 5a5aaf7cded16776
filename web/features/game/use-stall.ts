import { useEffect, useEffectEvent } from 'react';

/** A build that makes no progress for so long will not start any more. */
const STALLED_MS = 45_000;

/** Calls back when nothing moves any more before the game runs: many failures of a loader are told to nobody. */
export function useStall(progress: number, isRunning: boolean, onStalled: (progress: number) => void): void {
  const stalled = useEffectEvent(onStalled);
  useEffect(() => {
    if (isRunning) return undefined;
    const timer = setTimeout(() => stalled(progress), STALLED_MS);
    return () => clearTimeout(timer);
  }, [progress, isRunning]);
}
