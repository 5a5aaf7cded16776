import { useEffect, useEffectEvent } from 'react';
import { useClassNow } from '../use-class-now.js';

interface EndedClassProps {
  /** The player's last class, which the player may see. */
  sessionId: string;
  /** The class is running again. */
  onResumed: () => void;
}

/** Watches the last class of a player without a running one, so that a resumed class is known at once. */
export function EndedClass({ sessionId, onResumed }: EndedClassProps) {
  const now = useClassNow(sessionId);
  const isRunning = now !== undefined && now.startDate !== null && now.endDate === null;
  const heard = useEffectEvent(onResumed);
  useEffect(() => {
    if (isRunning) heard();
  }, [isRunning]);
  return null;
}
