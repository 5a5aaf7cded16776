import { useEffect, useState } from 'react';

const EVERY_MS = 15_000;

/** Returns the time, updated every 15 seconds, so that due times take effect without a reload. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
