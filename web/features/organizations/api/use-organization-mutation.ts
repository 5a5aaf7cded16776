import { useQueryClient } from '@tanstack/react-query';
import { useSubmission } from '../../../shared/forms/use-submission.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { organizationsQuery } from './get-organizations.js';

interface OrganizationMutationOptions<Input> {
  send: (input: Input, idempotencyKey: string) => Promise<unknown>;
  done: (input: Input) => string;
  /** Builds the text of the toast after a failure; omitted when the dialog shows the failure. */
  failed?: (error: Error) => string;
}

/** Runs a change of organizations, shows a toast with the outcome, and reloads the list. */
export function useOrganizationMutation<Input = void>({ send, done, failed }: OrganizationMutationOptions<Input>) {
  const client = useQueryClient();
  return useSubmission({
    send,
    onError: (error) => {
      if (failed) toast(failed(error), 'error');
    },
    onSuccess: (_, input) => toast(done(input), 'success'),
    onSettled: () => client.invalidateQueries({ queryKey: organizationsQuery().queryKey }),
  });
}
