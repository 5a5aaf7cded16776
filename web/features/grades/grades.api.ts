import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type {
  CountingPreview,
  CountingSetting,
  DecideAttemptRequest,
  ResultsThatCount,
} from '../../../api/contracts/grades.contract.js';
import { api } from '../../shared/api-client/api.js';
import { useSubmission } from '../../shared/forms/use-submission.js';
import { newId } from '../../shared/new-id.js';
import { toast } from '../../shared/toasts/toasts.atoms.js';
import { gradesMessages as messages } from './grades.messages.js';

/** GET /groups/{id}/counting: the results that count in a course. */
export const countingQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['counting', courseId],
    queryFn: () => api.call<CountingSetting>(`/groups/${courseId}/counting`, { keepsPage: true }),
  });

/** GET /groups/{id}/counting/preview: what another setting changes. */
export const countingPreviewQuery = (courseId: string, count: ResultsThatCount) =>
  queryOptions({
    queryKey: ['counting-preview', courseId, count],
    queryFn: () =>
      api.call<CountingPreview>(`/groups/${courseId}/counting/preview?count=${count}`, { keepsPage: true }),
    gcTime: 0,
  });

/** PUT /groups/{id}/counting. */
export function useChangeCounting(courseId: string) {
  const client = useQueryClient();
  return useSubmission({
    send: (body: CountingSetting, idempotencyKey) =>
      api.call<CountingSetting>(`/groups/${courseId}/counting`, {
        method: 'PUT',
        body,
        idempotencyKey,
        keepsPage: true,
      }),
    onSuccess: (setting) => {
      client.setQueryData(countingQuery(courseId).queryKey, setting);
      toast(messages.counting.done, 'success');
    },
  });
}

/** PUT /sessions/{id}/decisions/{decisionId}. */
export const useDecideAttempt = (sessionId: string) =>
  useSubmission({
    send: (body: DecideAttemptRequest, idempotencyKey) =>
      api.call<void>(`/sessions/${sessionId}/decisions/${newId()}`, {
        method: 'PUT',
        body,
        idempotencyKey,
        keepsPage: true,
      }),
    onSuccess: (_, { decision }) => toast(messages.done[decision], 'success'),
  });

/** DELETE /sessions/{id}/decisions/{decisionId}. */
export const useUndoDecision = (sessionId: string) =>
  useSubmission({
    send: (decisionId: string, idempotencyKey) =>
      api.call<void>(`/sessions/${sessionId}/decisions/${decisionId}`, {
        method: 'DELETE',
        idempotencyKey,
        keepsPage: true,
      }),
    onSuccess: () => toast(messages.done.undone, 'success'),
    onError: () => toast(messages.decide.failed, 'error'),
  });
