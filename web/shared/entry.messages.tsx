import type { ReactNode } from 'react';
import { defineMessages } from './messages/messages.js';

/** Texts of the shared components on the login page. The texts of other components are in `shared.messages.ts`. */
export const entryMessages = defineMessages('entry', {
  noAnswer: 'Error completing request. Is the server down?',
  loading: 'Loading...',
  tryAgain: 'Try again',
  close: 'Close',
  code: (code: number) => `Code ${code}`,
  copyright: (productName: string) => `© 2025 ${productName}`,
  notLoaded: {
    newVersion: 'A new version is available.',
    newVersionHelp: 'Reload the page to continue.',
    title: 'This could not be loaded.',
    repeatedHelp: 'Reload the page to try again. Text that you have not saved will be lost.',
    help: 'Check your connection, then try again.',
    reload: 'Reload',
  },
  password: {
    show: () => (
      <>
        Show<span className="visually-hidden"> password</span>
      </>
    ),
    hide: () => (
      <>
        Hide<span className="visually-hidden"> password</span>
      </>
    ),
    follows: 'This password meets the requirements.',
    rule: (minimum: number, maximum: number, specials: ReactNode) => (
      <>
        {minimum} to {maximum} letters, digits and {specials}, with at least one of each.
      </>
    ),
  },
  about: {
    open: 'About',
    title: (productName: string) => `About ${productName}`,
    version: 'Game and web app version',
    date: 'Date',
    build: 'Build',
    support: 'Support',
    rights: (productName: string) => `© 2025 ${productName}. All rights reserved.`,
    authorizedOnly:
      'For authorized users only. Unauthorized access or use is prohibited and may be subject to prosecution.',
  },
});
