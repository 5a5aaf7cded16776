import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Returns the time at which the print began; null while the page is not printed. Renders before the handler of `beforeprint` returns,
 * because the browser captures the page then.
 */
export function usePrinting(): Date | null {
  const [since, setSince] = useState<Date | null>(null);
  useEffect(() => {
    const begin = () => flushSync(() => setSince(new Date()));
    const end = () => setSince(null);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return since;
}
