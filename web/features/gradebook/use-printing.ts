import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Since when the page is being printed, null while it is not; what it shows has to be there when the browser's event comes back. */
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
