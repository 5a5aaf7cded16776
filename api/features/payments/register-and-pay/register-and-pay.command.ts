import type { RegisterAndPayRequest } from '../../../contracts/payment.contract.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { Outcome } from '../subscription-saga.js';

/** `registrationId` is the account's id as well, once there is one. */
export type RegisterAndPayResult = Outcome & { readonly registrationId: string };

/**
 * Charges a subscription and then makes the account. The registration's id is the command's, or the request's when its card's
 * holder has confirmed. Refused with PAYMENT_NOT_CONFIGURED, a map of fields, NOT_FOUND for a registration of somebody else,
 * IDEMPOTENCY_KEY_REUSED, or 503 while the outcome is not known.
 */
export class RegisterAndPay {
  constructor(
    readonly request: RegisterAndPayRequest,
    readonly context: CommandContext,
  ) {}
}
