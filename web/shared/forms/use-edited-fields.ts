import { useRef } from 'react';

/**
 * Selects the fields of a form to save: those that differ from the stored values. Sending the others would revert changes that were made
 * elsewhere since the form was opened.
 */
export function useEditedFields<Values extends Record<string, string>>(initial: Values) {
  const stored = useRef(new Map(Object.entries(initial)));
  return {
    editedOf(values: Values): Partial<Values> {
      const edited = Object.entries(values).filter(([field, value]) => stored.current.get(field) !== value);
      // Until the save has succeeded, the stored value is unknown, and a later attempt has to send the field.
      for (const [field] of edited) stored.current.delete(field);
      return Object.fromEntries(edited) as Partial<Values>;
    },
    saved(values: Values): void {
      stored.current = new Map(Object.entries(values));
    },
  };
}
