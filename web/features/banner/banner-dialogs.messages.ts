import { defineMessages } from '../../shared/messages/messages.js';

/** Texts of the dialogs about the banner, loaded with them. */
export const bannerDialogsMessages = defineMessages('banner-dialogs', {
  hide: {
    title: 'Hide the banner now?',
    help: 'It goes away at once for everybody, and its message and dates are not kept.',
    submit: 'Hide Now',
  },
  noEnd: {
    title: 'Send without an end date?',
    help: 'A missing end date is replaced by now, so the banner would be hidden at once and nobody would see it.',
    submit: 'Send Anyway',
  },
});
