import type { ReactNode } from 'react';
import { defineMessages } from '../../shared/messages/messages.js';

/** Texts that the login page loads. Those of guarded pages and of the dialog for an expired session are in `sign-in-again.messages.tsx`. */
export const signInMessages = defineMessages('sign-in', {
  username: 'Username',
  password: 'Password',
  enterUsername: 'Enter your username.',
  enterPassword: 'Enter your password.',
  welcome: (productName: string) => `Welcome to ${productName}`,
  resetPassword: 'Reset Password',
  login: 'Login',
  forgotPassword: 'Forgot password?',
  accessCodeHelp: (supportEmail: ReactNode) => <>To request an access code, e-mail support ({supportEmail}).</>,
  passwordReset: 'Password reset successfully',
  loggedOut: "You've been logged out",
  failed: 'Login Failed',
  failedWith: (reason: string) => `Login failed: ${reason}`,
  withResetHelp: (failure: string) =>
    `${failure} If you forgot your password, please contact your administrator to have it reset.`,
  noUser: 'No logged in user. If this problem persists, please contact your administrator.',
  cannotPlay: 'User or organization account is disabled. Please contact your administrator.',
});
