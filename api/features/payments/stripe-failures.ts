import type { Stripe } from 'stripe';

/** The card's bank or Stripe said no, and that is final. `message` is for the card's holder. */
export class PaymentRefused extends Error {
  constructor(
    readonly reason: string,
    message: string,
  ) {
    super(message);
    this.name = 'PaymentRefused';
  }
}

/** Nobody knows yet what became of it: no answer, a fault of Stripe's, or somebody else is at it right now. */
export class PaymentInDoubt extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`A payment is in doubt: ${reason}`, options);
    this.name = 'PaymentInDoubt';
  }
}

/** What was asked about is not there, and never will be again. */
export const isMissing = (error: unknown): boolean =>
  error instanceof PaymentRefused && error.reason === 'resource_missing';

export const CARD_DECLINED = 'Your card was declined.';
export const NOT_PAID = 'The payment could not be made. Try another card.';

/** What a failed call means. A request that Stripe finds wrong has done nothing; of all else nobody knows. */
export function meaningOf(error: unknown): unknown {
  if (!isStripeError(error)) return error;
  const { type, code, decline_code: declineCode, message, requestId } = error;
  if (type === 'StripeCardError') {
    return new PaymentRefused(declineCode ?? code ?? 'card_declined', message || CARD_DECLINED);
  }
  if (type === 'StripeInvalidRequestError') return new PaymentRefused(code ?? 'invalid_request', NOT_PAID);
  return new PaymentInDoubt(`${type} ${code ?? ''} ${requestId ?? ''}`.trim());
}

/** By shape: the library's classes are there only when it is loaded. */
const isStripeError = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' && error.type.startsWith('Stripe');
