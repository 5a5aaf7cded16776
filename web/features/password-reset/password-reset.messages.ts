import { defineMessages } from '../../shared/messages/messages.js';

/** Texts of the pages that set a new password. Those of the form on the login page are in `forgot-password.messages.ts`. */
export const passwordResetMessages = defineMessages('password-reset', {
  resetPassword: 'Reset Password',
  username: 'Username',
  newPassword: 'New Password',
  confirmPassword: 'Confirm Password',
  fillOutBoth: 'Please fill out both password fields.',
  doNotMatch: 'Passwords do not match.',
  resetting: 'Resetting...',
  done: 'Password successfully reset. You can now log in.',
  failed: 'Failed to reset password. Please try again.',
  usernameFailed: 'Password Reset Failed',
  usernameFailedWith: (reason: string) => `Password Reset failed: ${reason}`,
});
