import type { LinkResetRequest } from '../../../../api/contracts/password-reset.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** POST /users/resetPassword: sets the password of the account that the mailed link belongs to. */
export const resetByLink = (body: LinkResetRequest, idempotencyKey: string) =>
  api.call<void>('/users/resetPassword', { method: 'POST', body, idempotencyKey, background: true });
