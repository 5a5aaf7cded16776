import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../shared/api-client/api.js';
import { useSubmission } from '../../shared/forms/use-submission.js';
import { toast } from '../../shared/toasts/toasts.atoms.js';

interface RemoveMemberOptions {
  courseId: string;
  userId: string;
  /** Text of the toast after success. */
  done: string;
}

/** DELETE /groups/{id}/members/{userId}: removes a member; a member may remove themselves (docs/rules.md#leaving-a-course). */
export function useRemoveMember({ courseId, userId, done }: RemoveMemberOptions) {
  const client = useQueryClient();
  return useSubmission({
    send: (_: void, idempotencyKey) =>
      api.call<void>(`/groups/${courseId}/members/${userId}`, { method: 'DELETE', idempotencyKey, keepsPage: true }),
    onSuccess: () => toast(done, 'success'),
    // the query key of the user's own courses starts with `users`
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['groups'] }),
        client.invalidateQueries({ queryKey: ['users'] }),
      ]),
  });
}
