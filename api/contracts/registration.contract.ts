import { z } from 'zod';
import { Email, NamePart, Nationality, NewPassword, Username } from './account.contract.js';
import { Id, textLine } from './primitives.contract.js';

/**
 * Body of POST /api/users/validate-registration, …/registrationCode and …/paymentFreeRegistration. `accessCode` is an
 * organization's code, required where the form shows it (docs/rules.md#registration-fields); free registration ignores it.
 */
export const RegistrationRequest = z.strictObject({
  userName: Username,
  password: NewPassword,
  email: Email,
  firstName: NamePart.default(''),
  lastName: NamePart.default(''),
  rankTitle: NamePart.default(''),
  accessCode: textLine(64).trim().default(''),
  isFreeUser: z.boolean().default(false),
  nationality: Nationality.default(null),
});
export type RegistrationRequest = z.infer<typeof RegistrationRequest>;

/**
 * Response of the registering routes, 200 also when a rule refuses (docs/rules.md#answers-of-registration). When `userId` is null, no
 * account was created: `isFieldError` says whether `errors` belong on the form, otherwise `message` is for the failure page.
 */
export const RegistrationResponse = z.object({
  userId: Id.nullable(),
  message: z.string(),
  isFieldError: z.boolean(),
  errors: z.array(z.string()),
});
export type RegistrationResponse = z.infer<typeof RegistrationResponse>;

/** Response of POST /api/users/paymentFreeRegistration (docs/rules.md#free-registration). */
export const FreeRegistrationResponse = z.object({ userId: Id });
export type FreeRegistrationResponse = z.infer<typeof FreeRegistrationResponse>;
