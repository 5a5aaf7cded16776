import { useEffect } from 'react';
import { toast } from './toasts.atoms.js';

/** Shows an error message once for each failure of a query, and again when the text changes. */
export function useErrorToast(error: Error | null, text: string): void {
  useEffect(() => {
    if (error) toast(text, 'error');
  }, [error, text]);
}
