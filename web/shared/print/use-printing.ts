import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Returns since when the page is being printed; null while it is not. Renders before the handler of `beforeprint` returns,
 * because the browser takes its picture of the page then.
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
