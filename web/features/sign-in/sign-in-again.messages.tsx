import type { ReactNode } from 'react';
import { defineMessages } from '../../shared/messages/messages.js';

/** Texts of guarded pages and of the dialog for an expired session, which the login page does not load. */
export const signInAgainMessages = defineMessages('sign-in-again', {
  logInFirst: 'You must log in first',
  title: 'Session expired',
  help: (username: ReactNode) => (
    <>Your session has expired. Enter the password of {username} to continue. This page keeps what you entered.</>
  ),
  submit: 'Sign in',
});
