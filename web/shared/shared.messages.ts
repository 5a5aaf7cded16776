import { defineMessages } from './messages/messages.js';

/** Texts of shared components on pages behind the sign-in. The texts of the login page are in `entry.messages.tsx`. */
export const sharedMessages = defineMessages('shared', {
  cancel: 'Cancel',
  search: 'Search',
  print: 'Print',
  printedPart: (part: number, parts: number) => `Part ${part} of ${parts}`,
  showNames: 'Show names',
  unknownError: 'An unknown error occurred',
  couldNotBeLoaded: (what: string) => `${what} could not be loaded.`,
  liveRefused: 'Live updates are not available here. Reload the page to try again.',
  live: {
    connecting: 'Connecting…',
    live: 'Live',
    polling: 'Live (slower)',
    pollingHint: 'This network blocks the fast live connection. Changes arrive about a second later.',
    reconnecting: 'Reconnecting…',
    offline: 'Offline',
  },
  answer: {
    right: 'chosen, correct',
    wrong: 'chosen, wrong',
    missed: 'not chosen, correct',
  },
  copy: {
    done: 'Copied',
    refused: 'The browser did not allow copying. Select the text instead.',
  },
  sort: {
    by: 'Sort by',
    ascending: (column: string) => `${column}, ascending`,
    descending: (column: string) => `${column}, descending`,
  },
  pager: {
    label: 'Pages',
    shown: (first: string, last: string, total: string) => `${first}–${last} of ${total}`,
    previous: 'Previous page',
    next: 'Next page',
  },
  skip: {
    label: 'Skip links',
    toContent: 'Skip to content',
  },
  switchOf: (state: string, what: string) => `${state}: ${what}`,
  time: {
    justNow: 'just now',
    soon: 'in less than a minute',
    zone: (zone: string) => `Time zone: ${zone}`,
    empty: 'Enter a date and a time.',
    incomplete: 'The date or the time is incomplete. Fill in every part.',
    leftOut: 'This time does not exist, because clocks are put forward at that hour. Choose another time.',
    twice: 'This time occurs twice, because clocks are put back. Choose one.',
    first: (zone: string) => `The first, ${zone}`,
    second: (zone: string) => `The second, ${zone}`,
  },
});
