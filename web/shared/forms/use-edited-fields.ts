import { useRef } from 'react';

/**
 * Selects the fields of a form to save: those that differ from the stored values. Sending the others would revert changes that were made
 * elsewhere since the form was opened.
 */
export function useEditedFields<Values extends Record<string, string>>(initial: Values) {
  const stored = useRef(initial as Partial<Values>);
  return {
    editedOf(values: Values): Partial<Values> {
      const edited: Partial<Values> = {};
      for (const field in values) {
        if (stored.current[field] === values[field]) continue;
        edited[field] = values[field];
        // Until the save has succeeded, the stored value is unknown, and a later attempt has to send the field.
        stored.current = { ...stored.current, [field]: undefined };
      }
      return edited;
    },
    saved(values: Values): void {
      stored.current = values;
    },
  };
}
