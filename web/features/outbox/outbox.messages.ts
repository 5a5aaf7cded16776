import { defineMessages, plural } from '../../shared/messages/messages.js';

export const outboxMessages = defineMessages('outbox', {
  waiting: (results: number) =>
    plural(results, { one: `${results} result waiting`, other: `${results} results waiting` }),
  allSent: 'All results have been sent.',
  refused: (moment: string, reason: string) => `Your result of ${moment} was refused: ${reason}`,
  refusedUntilResumed: (moment: string, reason: string) =>
    `Your result of ${moment} was refused: ${reason} It is sent again by itself when the class is resumed.`,
  dismiss: 'Dismiss',
  tooMany: 'Too many results are waiting. This one could not be kept.',
  refusedWithoutReason: 'The platform refused it.',
});
