import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { ZodType } from 'zod';
import { ApiError } from '../api-client/api-error.js';
import { sharedMessages } from '../shared.messages.js';
import type { SubmissionState } from './use-submission.js';

interface SchemaFormOptions<Values, Sent> {
  /** Checks the values as the server does, and turns them into what is sent. */
  schema: ZodType<Sent, Values>;
  /** Every field with its first value. */
  values: Values;
  /** The submission whose refusal the fields show; left out where nothing is sent. */
  action?: SubmissionState;
}

/**
 * Fields of a form: checked by a schema, and marked with what the server refuses in them. `problem` is the part of a refusal
 * that belongs to no field, '' without one. Any edit removes a refusal.
 */
export function useSchemaForm<Values extends FieldValues, Sent>({
  schema,
  values,
  action,
}: SchemaFormOptions<Values, Sent>) {
  const form = useForm<Values, unknown, Sent>({
    resolver: zodResolver(schema),
    defaultValues: values as DefaultValues<Values>,
  });
  const { getValues, setError, trigger, watch } = form;
  const { isSubmitted } = form.formState;
  const error = action?.error ?? null;
  const reset = action?.reset;

  useEffect(() => {
    placed(error, getValues()).inFields.forEach(([name, message], index) =>
      setError(name as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 }),
    );
  }, [error, getValues, setError]);

  useEffect(() => {
    if (!isSubmitted) return undefined;
    const { unsubscribe } = watch((_, { name }) => {
      // A reset of the whole form names no field: the emptied fields are not checked before the next submission.
      if (name === undefined) return;
      if (error) reset?.();
      // All of them: what is wrong with one field may depend on another.
      void trigger();
    });
    return unsubscribe;
  }, [isSubmitted, error, reset, trigger, watch]);

  return { ...form, problem: placed(error, values).problem };
}

/** Splits a refusal into messages of fields and the rest, or its title where it names no field. */
function placed(error: Error | null, values: FieldValues): { inFields: [string, string][]; problem: string } {
  if (!(error instanceof ApiError)) return { inFields: [], problem: error ? sharedMessages.unknownError : '' };
  const messages = Object.entries(error.errors);
  const inFields = messages.filter(([name]) => name in values);
  const others = messages.filter(([name]) => !(name in values)).map(([, message]) => message);
  return { inFields, problem: messages.length === 0 ? error.title || sharedMessages.unknownError : others.join(' ') };
}
