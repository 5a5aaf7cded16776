import type { UsernameResetRequest } from '../../../../api/contracts/password-reset.contract.js';
import { api } from '../../../shared/api-client/api.js';

/**
 * PUT /users/passwordResets/{username}: sets the password of a user who has proved the one-time code (docs/rules.md#reset-by-user-name).
 */
export const resetByUsername = (body: UsernameResetRequest, idempotencyKey: string) =>
  api.call<void>(`/users/passwordResets/${encodeURIComponent(body.username)}`, {
    method: 'PUT',
    body,
    idempotencyKey,
    background: true,
  });
