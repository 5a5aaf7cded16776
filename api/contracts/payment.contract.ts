import { z } from 'zod';
import { Id } from './primitives.contract.js';
import { RegistrationRequest, RegistrationResponse } from './registration.contract.js';

/**
 * Body of POST /api/payments/register-and-pay, with the header `Idempotency-Key` (docs/rules.md#subscriptions). After 3-D
 * Secure the client repeats the call with the `registrationId` of the first response.
 */
export const RegisterAndPayRequest = z.strictObject({
  userRegistrationDetails: RegistrationRequest,
  paymentMethodId: z.string().regex(/^pm_[A-Za-z0-9_]{1,250}$/, 'Is not a payment method.'),
  registrationId: Id.optional(),
});
export type RegisterAndPayRequest = z.infer<typeof RegisterAndPayRequest>;

/** `requiresAction`: the cardholder must confirm with `clientSecret`; then the client repeats the call with `registrationId`. */
export const RegisterAndPayResponse = RegistrationResponse.extend({
  requiresAction: z.literal(true).optional(),
  clientSecret: z.string().optional(),
  registrationId: Id.optional(),
});
export type RegisterAndPayResponse = z.infer<typeof RegisterAndPayResponse>;
