import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { OwnAccount } from '../../../../api/contracts/own-account.contract.js';
import type { UpdateUserRequest } from '../../../../api/contracts/user.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { keepsShownPage } from '../../../shared/api-client/keeps-shown-page.js';
import { useSubmission } from '../../../shared/forms/use-submission.js';

/** GET /account: the signed-in user's own account. */
export const accountQuery = () =>
  queryOptions({
    queryKey: ['account', 'own'],
    queryFn: (context) => api.call<OwnAccount>('/account', keepsShownPage(context)),
  });

/** Runs a change of the user's own account, and reloads everything that shows it. */
function useAccountMutation<Input>(send: (input: Input, idempotencyKey: string) => Promise<void>) {
  const client = useQueryClient();
  return useSubmission({
    send,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['account'] });
      void client.invalidateQueries({ queryKey: ['users'] });
    },
  });
}

/** PUT /users/{id} for the user's own account; a new e-mail address needs `currentPassword` and a confirmation. */
export const useUpdateOwnAccount = (id: string) =>
  useAccountMutation((body: UpdateUserRequest, idempotencyKey) =>
    api.call<void>(`/users/${id}`, { method: 'PUT', body, idempotencyKey }),
  );

/** POST /account/pending-email: sends the confirmation mail again. */
export const useResendConfirmation = () =>
  useAccountMutation((_: void, idempotencyKey) =>
    api.call<void>('/account/pending-email', { method: 'POST', idempotencyKey }),
  );

/** DELETE /account/pending-email: keeps the current address. */
export const useCancelEmailChange = () =>
  useAccountMutation((_: void, idempotencyKey) =>
    api.call<void>('/account/pending-email', { method: 'DELETE', idempotencyKey }),
  );
