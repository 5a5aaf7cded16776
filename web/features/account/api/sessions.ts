import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { SignInSession } from '../../../../api/contracts/own-account.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { keepsShownPage } from '../../../shared/api-client/keeps-shown-page.js';
import { useSubmission } from '../../../shared/forms/use-submission.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { accountMessages } from '../account.messages.js';

/** GET /account/sessions. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['account', 'sessions'],
    queryFn: (context) => api.call<SignInSession[]>('/account/sessions', keepsShownPage(context)),
  });

/** DELETE /account/sessions/{id}. */
export function useEndSession() {
  const client = useQueryClient();
  return useSubmission({
    send: (id: string, idempotencyKey) =>
      api.call<void>(`/account/sessions/${id}`, { method: 'DELETE', idempotencyKey, keepsPage: true }),
    // Shown here, because the row that sent the request is already unmounted.
    onSuccess: () => toast(accountMessages.sessions.ended, 'success'),
    onError: () => toast(accountMessages.sessions.couldNotEnd, 'error'),
    onSettled: () => client.invalidateQueries({ queryKey: ['account', 'sessions'] }),
  });
}

/** DELETE /account/sessions: also ends the caller's own sign-in session. */
export const useEndAllSessions = () =>
  useSubmission({
    send: (_: void, idempotencyKey) => api.call<void>('/account/sessions', { method: 'DELETE', idempotencyKey }),
  });
