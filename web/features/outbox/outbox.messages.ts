import { defineMessages, plural } from '../../shared/messages/messages.js';

export const outboxMessages = defineMessages('outbox', {
  waiting: (results: number) =>
    plural(results, { one: `${results} result waiting`, other: `${results} results waiting` }),
  allSent: 'All results have been sent.',
  refused: (moment: string, reason: string) => `Your result of ${moment} was rejected: ${reason}`,
  refusedUntilResumed: (moment: string, reason: string) =>
    `Your result of ${moment} was rejected: ${reason} It is sent again automatically when the class is resumed.`,
  dismiss: 'Dismiss',
  tooMany: 'Too many results are waiting to be sent. This one could not be saved.',
  refusedWithoutReason: 'The server gave no reason.',
});
