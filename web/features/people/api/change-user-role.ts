import type { Role } from '../../../../api/contracts/sign-in.contract.js';
import type { User } from '../../../../api/contracts/user.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { peopleMessages as messages } from '../people.messages.js';
import { useUserMutation } from './use-user-mutation.js';

/** PUT /users/{id}/role/{role}. */
export const useChangeUserRole = ({ id, username }: User) =>
  useUserMutation({
    send: (role: Role, idempotencyKey) =>
      api.call<void>(`/users/${id}/role/${role}`, { method: 'PUT', idempotencyKey }),
    failed: () => messages.roleDialog.failed,
    done: () => messages.roleDialog.changed(username),
  });
