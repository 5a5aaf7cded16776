import type { EmailLinkRequest } from '../../../../api/contracts/own-account.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** POST /account/email-confirmations: makes the new address the current one. */
export const confirmEmail = (body: EmailLinkRequest, idempotencyKey: string) =>
  api.call<void>('/account/email-confirmations', { method: 'POST', body, idempotencyKey, background: true });

/** POST /account/email-restorations: restores the previous address and ends all sign-in sessions. */
export const restoreEmail = (body: EmailLinkRequest, idempotencyKey: string) =>
  api.call<void>('/account/email-restorations', { method: 'POST', body, idempotencyKey, background: true });
