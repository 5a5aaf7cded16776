import { api } from '../../../shared/api-client/api.js';
import { useSubmission } from '../../../shared/forms/use-submission.js';

/** PUT /groups/{id}/members/{userId}/enabled: enables a student whom the end of a class has disabled. */
export const useEnableMember = (courseId: string, userId: string) =>
  useSubmission({
    send: (_: void, idempotencyKey) =>
      api.call<void>(`/groups/${courseId}/members/${userId}/enabled`, {
        method: 'PUT',
        idempotencyKey,
        keepsPage: true,
      }),
  });
