import type { EnabledResponse, User } from '../../../../api/contracts/user.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { peopleMessages as messages } from '../people.messages.js';
import { useUserMutation } from './use-user-mutation.js';

/** PUT /users/{id}/enabled, with the state that is meant: two administrators who click at once mean the same. */
export const useSetUserEnabled = ({ id, username }: User) =>
  useUserMutation({
    send: (enabled: boolean, idempotencyKey) =>
      api.call<EnabledResponse>(`/users/${id}/enabled`, { method: 'PUT', body: { enabled }, idempotencyKey }),
    failed: (error) => titleOf(error) || messages.unknownError,
    done: ({ enabled }) =>
      enabled ? messages.disableDialog.enabled(username) : messages.disableDialog.disabled(username),
  });
