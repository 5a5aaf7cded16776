import { api } from '../../../shared/api-client/api.js';

/** POST /users/requestPasswordReset: mails a reset link if the address is known. */
export const requestResetLink = (email: string, idempotencyKey: string) =>
  api.call<void>('/users/requestPasswordReset', { method: 'POST', body: email, idempotencyKey, background: true });
