import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../shared/api-client/api.js';
import { useSubmission } from '../../shared/forms/use-submission.js';
import { toast } from '../../shared/toasts/toasts.atoms.js';

interface RemoveMemberOptions {
  courseId: string;
  userId: string;
  /** Said when it is done. */
  done: string;
}

/** DELETE /groups/{id}/members/{userId}: removes a member, or the user themselves (docs/rules.md#leaving-a-course). */
export function useRemoveMember({ courseId, userId, done }: RemoveMemberOptions) {
  const client = useQueryClient();
  return useSubmission({
    send: (_: void, idempotencyKey) =>
      api.call<void>(`/groups/${courseId}/members/${userId}`, { method: 'DELETE', idempotencyKey, keepsPage: true }),
    onSuccess: () => toast(done, 'success'),
    // one's own courses are asked for under `users`
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['groups'] }),
        client.invalidateQueries({ queryKey: ['users'] }),
      ]),
  });
}
