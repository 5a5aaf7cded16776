import type { Stripe, StripeCardNumberElement } from '@stripe/stripe-js';
import type { RegisterAndPayRequest, RegisterAndPayResponse } from '../../../api/contracts/payment.contract.js';
import type { RegistrationRequest } from '../../../api/contracts/registration.contract.js';
import { ApiError } from '../../shared/api-client/api-error.js';
import { registerAndPay } from './api/register-and-pay.js';
import { newId } from '../../shared/new-id.js';
import { registrationMessages } from './registration.messages.js';
import { broken, failed, succeeded, type FormRefusal, type RegistrationOutcome } from './outcome.js';

/** Null until Stripe's script and the field for the card number have loaded. */
export interface CardDetails {
  stripe: Stripe | null;
  card: StripeCardNumberElement | null;
}

const namesOf = ({ userName, email }: RegistrationRequest): string => JSON.stringify([userName, email]);
/** Names of the last purchase. Kept outside the form, which is opened again after an unknown outcome. */
let reserved = '';

/**
 * Returns whether a refusal only finds names taken that the last purchase may have reserved. Until its payment is settled, they are taken
 * for other people only.
 */
export function isOwnReservation(details: RegistrationRequest, { fields = {} }: FormRefusal): boolean {
  const { userName, email, ...others } = fields;
  return namesOf(details) === reserved && Boolean(userName ?? email) && Object.keys(others).length === 0;
}

/** Registers and pays with the card in Stripe's fields. The card holder may have to confirm the payment (docs/rules.md#subscriptions). */
export async function payAndRegister(
  details: RegistrationRequest,
  { stripe, card }: CardDetails,
): Promise<RegistrationOutcome> {
  if (!stripe) return refused(registrationMessages.card.stripeNotLoaded);
  if (!card) return refused(registrationMessages.card.notEntered);
  try {
    const { paymentMethod, error } = await stripe.createPaymentMethod({
      type: 'card',
      card,
      billing_details: { name: `${details.firstName} ${details.lastName}`.trim(), email: details.email },
    });
    if (!paymentMethod) return refused(error.message);
    const purchase = { userRegistrationDetails: details, paymentMethodId: paymentMethod.id };
    const answer = await purchased(purchase);
    const { requiresAction, clientSecret, registrationId } = answer;
    if (!requiresAction || !clientSecret || !registrationId) return outcomeOf(answer);
    const confirmed = await stripe.confirmCardPayment(clientSecret);
    if (confirmed.error) return refused(confirmed.error.message);
    return outcomeOf(await purchased({ ...purchase, registrationId }));
  } catch (error) {
    return broken('PurchaseSubscription', error);
  }
}

/**
 * Sends the purchase, and repeats it once without a response. The card may have been charged, and the same key prevents a second charge.
 */
async function purchased(purchase: RegisterAndPayRequest): Promise<RegisterAndPayResponse> {
  const attemptId = newId();
  reserved = namesOf(purchase.userRegistrationDetails);
  try {
    return await registerAndPay(purchase, attemptId);
  } catch (error) {
    if (error instanceof ApiError && error.status === 0) return registerAndPay(purchase, attemptId);
    throw error;
  }
}

const refused = (message: string | undefined): RegistrationOutcome => ({
  page: 'form',
  message: message || registrationMessages.card.unknownError,
});

function outcomeOf({ userId, message, isFieldError, errors }: RegisterAndPayResponse): RegistrationOutcome {
  if (userId) return succeeded('PurchaseSubscription', message);
  if (isFieldError) return { page: 'form', message: errors.join(' ') };
  // The server has released the names, and another person may take them.
  reserved = '';
  return failed('PurchaseSubscription', message);
}
