import type { Stripe } from 'stripe';

/** A final refusal by the card's bank or Stripe. `message` is for the card's holder. */
export class PaymentRefused extends Error {
  constructor(
    readonly reason: string,
    message: string,
  ) {
    super(message);
    this.name = 'PaymentRefused';
  }
}

/** The outcome of a payment is unknown: no answer, an error at Stripe, or another worker is processing it. */
export class PaymentInDoubt extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The outcome of a payment is unknown: ${reason}`, options);
    this.name = 'PaymentInDoubt';
  }
}

/** Returns whether Stripe's object does not exist, which is final. */
export const isMissing = (error: unknown): boolean =>
  error instanceof PaymentRefused && error.reason === 'resource_missing';

export const CARD_DECLINED = 'Your card was declined.';
export const NOT_PAID = 'The payment could not be made. Try another card.';

/** Translates a failed call. A request that Stripe rejects as invalid had no effect; the effect of other failures is unknown. */
export function meaningOf(error: unknown): unknown {
  if (!isStripeError(error)) return error;
  const { type, code, decline_code: declineCode, message, requestId } = error;
  if (type === 'StripeCardError') {
    return new PaymentRefused(declineCode ?? code ?? 'card_declined', message || CARD_DECLINED);
  }
  if (type === 'StripeInvalidRequestError') return new PaymentRefused(code ?? 'invalid_request', NOT_PAID);
  return new PaymentInDoubt(`${type} ${code ?? ''} ${requestId ?? ''}`.trim());
}

/** Checks the shape, because the library's classes exist only when it is loaded. */
const isStripeError = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' && error.type.startsWith('Stripe');
