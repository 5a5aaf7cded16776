import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ClassSession } from '../../../../api/contracts/group.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { groupsQuery } from './get-groups.js';

/** PUT /groups/{id}/activesession: starts a class now. */
export function useStartClass(groupId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.call<ClassSession>(`/groups/${groupId}/activesession`, { method: 'PUT' }),
    onError: (error) => toast(`Failed to start session: ${titleOf(error)}`, 'error'),
    onSettled: () => client.invalidateQueries({ queryKey: groupsQuery().queryKey }),
  });
}
