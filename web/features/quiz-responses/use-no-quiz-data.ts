import { useEffect, useState } from 'react';

const PATIENCE_MS = 5_000;

/** True once there has been no data for five seconds. */
export function useNoQuizData(hasData: boolean): boolean {
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    if (hasData) return undefined;
    const timer = setTimeout(() => setWaited(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [hasData]);
  return waited && !hasData;
}
