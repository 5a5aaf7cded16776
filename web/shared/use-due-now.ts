import { useEffect, useState } from 'react';

const EVERY_MS = 15_000;

/** Returns the time, updated every 15 seconds and exactly at `next`, the next due time; null if nothing is due. */
export function useDueNow(next: number | null): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const wait = Math.min(EVERY_MS, (next ?? Infinity) - now.getTime());
    const timer = setTimeout(() => setNow(new Date()), Math.max(0, wait));
    return () => clearTimeout(timer);
  }, [next, now]);
  return now;
}
