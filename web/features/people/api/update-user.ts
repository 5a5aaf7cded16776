import type { UpdateUserRequest, User } from '../../../../api/contracts/user.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { peopleMessages as messages } from '../people.messages.js';
import { useUserMutation } from './use-user-mutation.js';

/** PUT /users/{id}: what is left out stays. */
export const useUpdateUser = ({ id, username }: User) =>
  useUserMutation({
    send: (body: UpdateUserRequest, idempotencyKey) =>
      api.call<void>(`/users/${id}`, { method: 'PUT', body: { id, ...body }, idempotencyKey }),
    failed: null,
    done: () => messages.editDialog.saved(username),
  });
