import type { RegisterAndPayRequest, RegisterAndPayResponse } from '../../../../api/contracts/payment.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** A card's bank may think longer than other requests (decisions, oddity 15). */
const TIMEOUT_MS = 30_000;

/** POST /payments/register-and-pay: an account, once its subscription is paid. */
export const registerAndPay = (body: RegisterAndPayRequest, idempotencyKey: string) =>
  api.call<RegisterAndPayResponse>('/payments/register-and-pay', {
    method: 'POST',
    body,
    idempotencyKey,
    timeoutMs: TIMEOUT_MS,
    background: true,
  });
