import type { ReactNode } from 'react';
import { defineMessages } from '../../shared/messages/messages.js';

/** Texts of the pages after a registration. Those of the form are in `registration.messages.tsx`. */
export const registrationOutcomeMessages = defineMessages('registration-outcome', {
  paymentSuccessful: 'Payment Successful',
  registrationSuccessful: 'Registration Successful',
  paymentFailed: 'Payment Failed',
  registrationFailed: 'Registration Failed',
  error: (title: string) => `Error: ${title}`,
  help: (supportEmail: ReactNode) => (
    <>Please check your details and try again. If the problem persists, e-mail support ({supportEmail}).</>
  ),
});
