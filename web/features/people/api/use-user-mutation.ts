import { useQueryClient } from '@tanstack/react-query';
import { useSubmission } from '../../../shared/forms/use-submission.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';

interface UserMutationOptions<Input, Output> {
  send: (input: Input, idempotencyKey: string) => Promise<Output>;
  /** Said when it failed; null where the dialog says it itself. */
  failed: ((error: Error) => string) | null;
  done?: (output: Output) => string;
}

/** A change of users: says how it went, and loads again what is on screen. */
export function useUserMutation<Output, Input = void>({ send, failed, done }: UserMutationOptions<Input, Output>) {
  const client = useQueryClient();
  return useSubmission({
    send,
    onError: (error) => {
      if (failed) toast(failed(error), 'error');
    },
    onSuccess: (output) => {
      if (done) toast(done(output), 'success');
    },
    // Not waited for: a dialog says at once why it was refused.
    onSettled: () => void client.invalidateQueries({ queryKey: ['users'] }),
  });
}
