import { useQueryClient } from '@tanstack/react-query';
import type { Sandbox } from '../../../../api/contracts/sandbox.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { useSubmission } from '../../../shared/forms/use-submission.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { sandboxesMessages as messages } from '../sandboxes.messages.js';
import { sandboxesQuery } from './get-sandboxes.js';

/** DELETE /sandboxes/{id}, then reloads the list. */
export function useDeleteSandbox({ id, title }: Sandbox) {
  const client = useQueryClient();
  return useSubmission({
    send: (_: void, idempotencyKey) =>
      api.call<void>(`/sandboxes/${id}`, { method: 'DELETE', idempotencyKey, keepsPage: true }),
    onSuccess: () => toast(messages.deleteDialog.deleted(title), 'success'),
    onError: () => toast(messages.deleteDialog.failed, 'error'),
    onSettled: () => client.invalidateQueries({ queryKey: sandboxesQuery().queryKey }),
  });
}
