import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../shared/api-client/api.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';

/** DELETE /scores: all leaderboards start again. */
export function useClearLeaderboards() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.call<void>('/scores', { method: 'DELETE' }),
    onSuccess: () => toast('All leaderboards are cleared.', 'success'),
    onSettled: () => client.invalidateQueries({ queryKey: ['leaderboards'] }),
  });
}
