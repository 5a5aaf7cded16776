import { useMutation } from '@tanstack/react-query';
import type { AnswerHelpRequest } from '../../../../api/contracts/presence.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';

/** PUT /sessions/{id}/help/{userId}. The live topics then show the answer to everybody who watches. */
export const useAnswerHelpRequest = (sessionId: string, userId: string, helpId: string) =>
  useMutation({
    mutationFn: (status: AnswerHelpRequest['status']) =>
      api.call<void>(`/sessions/${sessionId}/help/${userId}`, {
        method: 'PUT',
        body: { helpId, status },
        keepsPage: true,
      }),
    onError: ({ message }) => toast(message, 'error'),
  });
