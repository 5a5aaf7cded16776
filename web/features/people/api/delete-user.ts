import type { User } from '../../../../api/contracts/user.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { peopleMessages as messages } from '../people.messages.js';
import { useUserMutation } from './use-user-mutation.js';

/** DELETE /users/{id}. */
export const useDeleteUser = ({ id, username }: User) =>
  useUserMutation({
    send: (_: void, idempotencyKey) => api.call<void>(`/users/${id}`, { method: 'DELETE', idempotencyKey }),
    failed: () => messages.deleteDialog.failed,
    done: () => messages.deleteDialog.deleted(username),
  });
