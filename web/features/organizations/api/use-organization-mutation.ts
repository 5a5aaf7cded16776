import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { organizationsQuery } from './get-organizations.js';

interface OrganizationMutationOptions<Input> {
  send: (input: Input) => Promise<unknown>;
  done: (input: Input) => string;
  /** Said when it failed; without it the dialog says it. */
  failed?: (error: Error) => string;
}

/** A change of organizations: says how it went, and loads the list again. */
export function useOrganizationMutation<Input = void>({ send, done, failed }: OrganizationMutationOptions<Input>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onError: (error) => {
      if (failed) toast(failed(error), 'error');
    },
    onSuccess: (_, input) => toast(done(input), 'success'),
    onSettled: () => client.invalidateQueries({ queryKey: organizationsQuery().queryKey }),
  });
}
