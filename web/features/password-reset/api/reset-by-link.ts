import type { LinkResetRequest } from '../../../../api/contracts/password-reset.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** POST /users/resetPassword: sets the password of the account whose mailed link is given. */
export const resetByLink = (body: LinkResetRequest, idempotencyKey: string) =>
  api.call<void>('/users/resetPassword', { method: 'POST', body, idempotencyKey, background: true });
