import type { RegisterAndPayRequest, RegisterAndPayResponse } from '../../../../api/contracts/payment.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** Timeout of a payment, longer than that of other requests (docs/rules.md#time-budget). */
const TIMEOUT_MS = 30_000;

/** POST /payments/register-and-pay: creates an account once its subscription is paid. */
export const registerAndPay = (body: RegisterAndPayRequest, idempotencyKey: string) =>
  api.call<RegisterAndPayResponse>('/payments/register-and-pay', {
    method: 'POST',
    body,
    idempotencyKey,
    timeoutMs: TIMEOUT_MS,
    background: true,
  });
