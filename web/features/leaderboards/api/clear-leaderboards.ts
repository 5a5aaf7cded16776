import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../shared/api-client/api.js';
import { useSubmission } from '../../../shared/forms/use-submission.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';

/** DELETE /scores: all leaderboards start again. */
export function useClearLeaderboards() {
  const client = useQueryClient();
  return useSubmission({
    send: (_: void, idempotencyKey) => api.call<void>('/scores', { method: 'DELETE', idempotencyKey }),
    onSuccess: () => toast('All leaderboards are cleared.', 'success'),
    onSettled: () => client.invalidateQueries({ queryKey: ['leaderboards'] }),
  });
}
