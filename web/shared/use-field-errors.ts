import { useEffect, useState, type RefObject } from 'react';
import type { FieldErrors } from './api-client/api-error.js';

/** Messages beside a form's fields: each goes when its field is edited, and a new refusal moves the focus to the first. */
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
