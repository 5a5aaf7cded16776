import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../shared/api-client/api.js';
import { useSubmission } from '../../../shared/forms/use-submission.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { leaderboardsMessages as messages } from '../leaderboards.messages.js';

/** DELETE /scores: all leaderboards start again. */
export function useClearLeaderboards() {
  const client = useQueryClient();
  return useSubmission({
    send: (_: void, idempotencyKey) => api.call<void>('/scores', { method: 'DELETE', idempotencyKey }),
    onSuccess: () => toast(messages.clearDialog.done, 'success'),
    onSettled: () => client.invalidateQueries({ queryKey: ['leaderboards'] }),
  });
}
