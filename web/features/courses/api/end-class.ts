import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ClassSession } from '../../../../api/contracts/group.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { groupsQuery } from './get-groups.js';

/** DELETE /groups/{id}/activesession: ends the class now. */
export function useEndClass(groupId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.call<ClassSession>(`/groups/${groupId}/activesession`, { method: 'DELETE' }),
    onError: (error) => toast(`Failed to stop session: ${titleOf(error)}`, 'error'),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: groupsQuery().queryKey }),
        client.invalidateQueries({ queryKey: ['sessions'] }),
      ]),
  });
}
