import { useEffect, useState } from 'react';

const EVERY_MS = 15_000;

/** The time, moving on every 15 seconds: what depends on a due moment changes without a reload. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
