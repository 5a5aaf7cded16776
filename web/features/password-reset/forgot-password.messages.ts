import { defineMessages } from '../../shared/messages/messages.js';

/** Texts that the login page loads. Those of the pages that set a new password are in `password-reset.messages.ts`. */
export const forgotPasswordMessages = defineMessages('forgot-password', {
  title: 'Forgot password',
  email: 'Enter Email',
  enterEmail: 'Please enter your email.',
  submit: 'Send Reset Link',
  sending: 'Sending...',
  sent: 'If your email is in the system, a reset link has been sent. If you do not see an email, please check your spam folder.',
  failed: 'Something went wrong. Please try again.',
  backToLogin: 'Back to Login',
  processing: 'Processing your request...',
});
