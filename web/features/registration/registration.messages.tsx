import type { ReactNode } from 'react';
import { defineMessages } from '../../shared/messages/messages.js';

/** Texts of the form. Those of the pages after it are in `registration-outcome.messages.tsx`. */
export const registrationMessages = defineMessages('registration', {
  title: 'Create Account',
  submit: 'Submit',
  submitting: 'Submitting... ',
  fields: {
    required: 'Required',
    username: 'Username',
    email: 'Email',
    password: 'Password',
    accessCode: 'Access Code',
    accessCodeHint: 'Be sure to enter "Access Code" exactly as it was provided to you.',
    optional: 'Optional',
    firstName: 'First Name',
    lastName: 'Last Name',
    rankTitle: 'Rank/Title',
    nationality: 'Nationality',
    noNationality: 'Not specified',
  },
  card: {
    title: 'Payment Method',
    number: 'Card number',
    expiry: 'Card expiry',
    cvc: 'Card CVC',
    notConfigured: (supportEmail: ReactNode) => (
      <>Card payment is not configured. To subscribe, e-mail support ({supportEmail}).</>
    ),
    stripeNotLoaded: 'Stripe has not loaded yet.',
    notEntered: 'Card details are not entered.',
    unknownError: 'An unknown error occurred',
  },
  marketing: {
    label: 'Features',
    claim: 'Operational readiness for battlespace and space flight, trained by scenario.',
    price: '$250',
    billing: 'Billed monthly, cancel anytime',
    rendezvous: 'Rendezvous and proximity operations',
    frames: 'Frames of reference',
    fuel: 'Fuel awareness with cooldown periods',
    orbits: 'Low and geostationary orbit scenarios, with a sandbox mode',
    applications: 'Web and desktop applications',
    tutorials: 'In-game tutorials and help',
    support: 'E-mail tech support with online FAQs',
    plan: 'Annual subscription with reduced renewal fees, free trials and introductory pricing.',
  },
  failed: 'Registration failed. Please try again.',
  // The closing quotation mark without an opening one is specified.
  registeredWithCode: (username: string) => `New user "${username}" registered"`,
  note: (text: string) => `NOTE: ${text}`,
  registeredFree: (username: string) => `${username} registered`,
  unknownError: 'Unknown error occurred.',
  internalError: 'An internal error occurred.',
});
