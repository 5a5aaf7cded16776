import { z } from 'zod';
import { NewPassword } from './account.contract.js';

const EmailText = z.string().trim().max(254);

/**
 * Body of POST /api/users/requestPasswordReset: a bare JSON string, or an object (docs/rules.md#bare-bodies). Always
 * answered with 204.
 */
export const ResetLinkRequest = z.union([EmailText, z.strictObject({ email: EmailText })]);
export type ResetLinkRequest = z.infer<typeof ResetLinkRequest>;

/**
 * Body of POST /api/users/resetPassword, with the content of the mailed link; 204, or 400 'Invalid or expired reset link.'
 * (docs/rules.md#reset-by-link).
 */
export const LinkResetRequest = z.strictObject({
  email: EmailText,
  token: z.string().max(128),
  newPassword: NewPassword,
});
export type LinkResetRequest = z.infer<typeof LinkResetRequest>;

/**
 * Body of PUT (or POST) /api/users/passwordResets/{username}; needs the proof cookie (docs/rules.md#proof-of-a-reset).
 * Answered with 204.
 */
export const UsernameResetRequest = z
  .strictObject({
    username: z.string().trim().max(255),
    password: NewPassword,
    passwordConfirmation: z.string().max(255),
  })
  .refine(({ password, passwordConfirmation }) => password === passwordConfirmation, {
    path: ['passwordConfirmation'],
    message: 'Passwords do not match.',
  });
export type UsernameResetRequest = z.infer<typeof UsernameResetRequest>;

/** Response of GET /api/users/passwordResets/{username} (docs/rules.md#proof-of-a-reset). */
export const ResetPending = z.boolean();

/**
 * Response of POST /api/users/passwordResets/{id}: the one-time code, shown once (docs/rules.md#reset-by-an-administrator).
 */
export const AdminResetResponse = z.object({ code: z.string() });
export type AdminResetResponse = z.infer<typeof AdminResetResponse>;
