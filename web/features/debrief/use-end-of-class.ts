import { useEffect, useState } from 'react';
import type { Recording } from '../../../api/contracts/recording.contract.js';

const EVERY_MS = 5_000;

/** Returns the present time while a class runs, in steps, and the time of its end otherwise. */
export function useEndOfClass({ session }: Recording): number {
  const { endDate } = session;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (endDate !== null) return undefined;
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, [endDate]);
  return endDate === null ? now : Date.parse(endDate);
}
