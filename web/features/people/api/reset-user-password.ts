import type { AdminResetResponse } from '../../../../api/contracts/password-reset.contract.js';
import type { User } from '../../../../api/contracts/user.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { peopleMessages as messages } from '../people.messages.js';
import { useUserMutation } from './use-user-mutation.js';

/** POST /users/passwordResets/{id}: answers with the code to hand over, once. */
export const useResetUserPassword = ({ id }: User) =>
  useUserMutation({
    send: (_: void, idempotencyKey) =>
      api.call<AdminResetResponse>(`/users/passwordResets/${id}`, { method: 'POST', idempotencyKey }),
    failed: () => messages.resetDialog.failed,
  });
