import type { User } from '../../../../api/contracts/user.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { peopleMessages as messages } from '../people.messages.js';
import { useUserMutation } from './use-user-mutation.js';

/** DELETE /users/{id}/sessions. */
export const useEndUserSessions = ({ id, username }: User) =>
  useUserMutation({
    send: (_: void, idempotencyKey) => api.call<void>(`/users/${id}/sessions`, { method: 'DELETE', idempotencyKey }),
    failed: () => messages.endSessionsDialog.failed,
    done: () => messages.endSessionsDialog.ended(username),
  });
