import { useQueryClient } from '@tanstack/react-query';
import type { ChangePasswordRequest } from '../../../../api/contracts/own-account.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { useSubmission } from '../../../shared/forms/use-submission.js';

/** PUT /account/password; ends the other sign-in sessions. */
export function useChangePassword() {
  const client = useQueryClient();
  return useSubmission({
    send: (body: ChangePasswordRequest, idempotencyKey) =>
      api.call<void>('/account/password', { method: 'PUT', body, idempotencyKey }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['account', 'sessions'] }),
  });
}
