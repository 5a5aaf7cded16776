import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { ZodType } from 'zod';
import { ApiError } from '../api-client/api-error.js';
import { sharedMessages } from '../shared.messages.js';
import type { SubmissionState } from './use-submission.js';

interface SchemaFormOptions<Values, Sent> {
  /** Validates the values with the server's rules and converts them into the request. */
  schema: ZodType<Sent, Values>;
  /** Initial value of every field. */
  values: Values;
  /** Submission whose field errors are shown; omit when nothing is sent. */
  action?: SubmissionState;
}

/**
 * Form state with schema validation and the server's field errors. `problem` is the part of a refusal that belongs to no field, or ''. Any
 * edit clears a refusal.
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
      // A reset of the whole form names no field. The emptied fields are not validated before the next submission.
      if (name === undefined) return;
      if (error) reset?.();
      // Validates all fields, because the validity of one field may depend on another.
      void trigger();
    });
    return unsubscribe;
  }, [isSubmitted, error, reset, trigger, watch]);

  return { ...form, problem: placed(error, values).problem };
}

/** Splits a refusal into field messages and the rest; the rest is its title when it names no field. */
function placed(error: Error | null, values: FieldValues): { inFields: [string, string][]; problem: string } {
  if (!(error instanceof ApiError)) return { inFields: [], problem: error ? sharedMessages.unknownError : '' };
  const messages = Object.entries(error.errors);
  const inFields = messages.filter(([name]) => name in values);
  const others = messages.filter(([name]) => !(name in values)).map(([, message]) => message);
  return { inFields, problem: messages.length === 0 ? error.title || sharedMessages.unknownError : others.join(' ') };
}
