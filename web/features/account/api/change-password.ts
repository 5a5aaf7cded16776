import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChangePasswordRequest } from '../../../../api/contracts/own-account.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** PUT /account/password; ends the other sessions. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangePasswordRequest) => api.call<void>('/account/password', { method: 'PUT', body }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['account', 'sessions'] }),
  });
}
