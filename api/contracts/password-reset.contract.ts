import { z } from 'zod';
import { NewPassword } from './account.contract.js';

const EmailText = z.string().trim().max(254);

/** POST /api/users/requestPasswordReset: a bare JSON string, or the same in an object (R4). Answer 204, always. */
export const ResetLinkRequest = z.union([EmailText, z.strictObject({ email: EmailText })]);
export type ResetLinkRequest = z.infer<typeof ResetLinkRequest>;

/** POST /api/users/resetPassword, with what the mailed link carried; 204 or 400 'Invalid or expired reset link.' (W5). */
export const LinkResetRequest = z.strictObject({
  email: EmailText,
  token: z.string().max(128),
  newPassword: NewPassword,
});
export type LinkResetRequest = z.infer<typeof LinkResetRequest>;

/** PUT (or POST) /api/users/passwordResets/{username}; needs the proof cookie of decisions W2. Answer 204. */
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

/** Answer of GET /api/users/passwordResets/{username} (W1). */
export const ResetPending = z.boolean();

/** Answer of POST /api/users/passwordResets/{id}: shown once, to be handed over (W2). */
export const AdminResetResponse = z.object({ code: z.string() });
export type AdminResetResponse = z.infer<typeof AdminResetResponse>;
