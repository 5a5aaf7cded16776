import { defineMessages } from '../../shared/messages/messages.js';

/** Texts of the banner dialogs, loaded with them. */
export const bannerDialogsMessages = defineMessages('banner-dialogs', {
  hide: {
    title: 'Hide the banner now?',
    help: 'The banner disappears immediately for everyone. Its message and dates are not kept.',
    submit: 'Hide Now',
  },
  noEnd: {
    title: 'Send without an end date?',
    help: 'A banner without an end date ends now and is never shown.',
    submit: 'Send Anyway',
  },
});
