import type { AnswerHelpRequest } from '../../../../api/contracts/presence.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { useSubmission } from '../../../shared/forms/use-submission.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';

/** PUT /sessions/{id}/help/{userId}. The live topics then show the answer to everybody who watches. */
export const useAnswerHelpRequest = (sessionId: string, userId: string) =>
  useSubmission({
    send: (body: AnswerHelpRequest, idempotencyKey) =>
      api.call<void>(`/sessions/${sessionId}/help/${userId}`, {
        method: 'PUT',
        body,
        idempotencyKey,
        keepsPage: true,
      }),
    onError: ({ message }) => toast(message, 'error'),
  });
