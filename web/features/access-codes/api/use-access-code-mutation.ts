import { useQueryClient } from '@tanstack/react-query';
import { useSubmission } from '../../../shared/forms/use-submission.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { accessCodesQuery } from './get-access-codes.js';

interface AccessCodeMutationOptions<Input, Output> {
  send: (input: Input, idempotencyKey: string) => Promise<Output>;
  done: (output: Output) => string;
}

/** Runs a change of access codes, shows a toast after success, and reloads the list. */
export function useAccessCodeMutation<Output, Input = void>({ send, done }: AccessCodeMutationOptions<Input, Output>) {
  const client = useQueryClient();
  return useSubmission({
    send,
    onSuccess: (output) => toast(done(output), 'success'),
    onSettled: () => client.invalidateQueries({ queryKey: accessCodesQuery().queryKey }),
  });
}
