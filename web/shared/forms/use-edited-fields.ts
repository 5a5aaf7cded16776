import { useRef } from 'react';
import { mayHaveTakenEffect } from './use-send-once.js';

/**
 * Selects the fields of a form to save: those that differ from the stored values. Sending the others would revert changes that were made
 * elsewhere since the form was opened.
 */
export function useEditedFields<Values extends Record<string, string>>(initial: Values) {
  const stored = useRef<Partial<Values>>(initial);
  return {
    editedOf(values: Values): Partial<Values> {
      const edited: Partial<Values> = {};
      for (const field in values) if (stored.current[field] !== values[field]) edited[field] = values[field];
      return edited;
    },
    saved(values: Values): void {
      stored.current = values;
    },
    /** Handles a failed save of the `sent` fields. Unless it was refused, their stored values are unknown, and a later save sends them. */
    failed(error: Error, sent: object): void {
      if (!mayHaveTakenEffect(error)) return;
      for (const field in sent) stored.current = { ...stored.current, [field]: undefined };
    },
  };
}
