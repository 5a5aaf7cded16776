import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { SentAnswers } from '../../../../api/contracts/catalogue.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { clientConfig } from '../../../shared/config/client-config.js';
import { useSubmission } from '../../../shared/forms/use-submission.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { catalogueMessages } from '../catalogue.messages.js';

const path = () => `/courses/${clientConfig().catalogueId}/answers`;

/** GET /courses/{catalogueId}/answers: whether players receive the correct answers with the catalogue. */
export const sentAnswersQuery = () =>
  queryOptions({
    queryKey: ['sent-answers'],
    queryFn: () => api.call<SentAnswers>(path(), { keepsPage: true }),
  });

/** PUT /courses/{catalogueId}/answers. */
export function useChangeSentAnswers() {
  const client = useQueryClient();
  const { doneSent, doneWithheld, failed } = catalogueMessages.answers;
  return useSubmission({
    send: (body: SentAnswers, idempotencyKey) =>
      api.call<SentAnswers>(path(), { method: 'PUT', body, idempotencyKey, keepsPage: true }),
    onSuccess: (setting) => {
      client.setQueryData(sentAnswersQuery().queryKey, setting);
      toast(setting.sent ? doneSent : doneWithheld, 'success');
    },
    onError: () => toast(failed, 'error'),
  });
}
