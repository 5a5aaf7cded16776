import { useEffect, useState, type RefObject } from 'react';
import type { FieldErrors } from './api-client/api-error.js';

/** Field messages of a form. Editing a field clears its message, and a new refusal focuses the first invalid field. */
export function useFieldErrors(form: RefObject<HTMLFormElement | null>) {
  const [refusal, setRefusal] = useState<FieldErrors>({});
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    if (Object.keys(refusal).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, refusal]);

  function show(errors: FieldErrors): void {
    setRefusal(errors);
    setEdited(new Set());
  }

  return {
    errors: Object.fromEntries(Object.entries(refusal).filter(([field]) => !edited.has(field))) as FieldErrors,
    show,
    clear: (field: string) => setEdited((current) => new Set(current).add(field)),
    clearAll: () => show({}),
  };
}
