import { z } from 'zod';
import { NewPassword } from './account.contract.js';
import { Id, Moment } from './primitives.contract.js';

/** Response of GET /api/account: the caller's own account. `pendingEmail` is an address that is not confirmed yet. */
export const OwnAccount = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  rankTitle: z.string(),
  pendingEmail: z.object({ email: z.string(), expiresAt: Moment }).nullable(),
});
export type OwnAccount = z.infer<typeof OwnAccount>;

/** Body of PUT /api/account/password. Answered with 204, or 400 with a map of fields. */
export const ChangePasswordRequest = z.strictObject({
  currentPassword: z.string().max(255),
  newPassword: NewPassword,
});
export type ChangePasswordRequest = z.infer<typeof ChangePasswordRequest>;

/** Body of POST /api/account/email-confirmations and …/email-restorations: the content of a mailed link. Answered with 204. */
export const EmailLinkRequest = z.strictObject({ userId: Id, token: z.string().max(128) });
export type EmailLinkRequest = z.infer<typeof EmailLinkRequest>;

/**
 * A row of GET /api/account/sessions, which lists the newest 100 that have not ended, the latest seen first. `device` is a
 * short description such as "Firefox on Windows"; `current` marks the caller's own.
 */
export const SignInSession = z.object({
  id: Id,
  device: z.string(),
  address: z.string().nullable(),
  startedAt: Moment,
  lastSeenAt: Moment,
  current: z.boolean(),
});
export type SignInSession = z.infer<typeof SignInSession>;
