import { z } from 'zod';
import { Email, NamePart, Nationality, NewPassword, Username } from './account.contract.js';
import { Id, textLine } from './primitives.contract.js';

/**
 * Body of POST /api/users/validate-registration, …/registrationCode, …/paymentFreeRegistration (product §3). `accessCode` is
 * an organization's code, required where the form shows it (decisions A7); the free route ignores it.
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
 * Answer of the registering routes, always 200 (decisions A10). `userId` null: nobody was registered; then `isFieldError`
 * says whether `errors` belong on the form, else `message` goes to the failure page.
 */
export const RegistrationResponse = z.object({
  userId: Id.nullable(),
  message: z.string(),
  isFieldError: z.boolean(),
  errors: z.array(z.string()),
});
export type RegistrationResponse = z.infer<typeof RegistrationResponse>;

/** Answer of POST /api/users/paymentFreeRegistration (decisions A11). */
export const FreeRegistrationResponse = z.object({ userId: Id });
export type FreeRegistrationResponse = z.infer<typeof FreeRegistrationResponse>;
