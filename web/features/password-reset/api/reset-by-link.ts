import type { LinkResetRequest } from '../../../../api/contracts/password-reset.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** POST /users/resetPassword: sets the password of whoever holds the mailed link. */
export const resetByLink = (body: LinkResetRequest) =>
  api.call<void>('/users/resetPassword', { method: 'POST', body, background: true });
