import { useEffect } from 'react';
import { toast } from './toasts.atoms.js';

/** Says it once for each failure of a query, and again when the text has changed meanwhile. */
export function useErrorToast(error: Error | null, text: string): void {
  useEffect(() => {
    if (error) toast(text, 'error');
  }, [error, text]);
}
