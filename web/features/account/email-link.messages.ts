import { defineMessages } from '../../shared/messages/messages.js';

/** Texts of the pages that mailed links open. Those of the account page are in `account.messages.tsx`. */
export const emailLinkMessages = defineMessages('email-link', {
  confirm: {
    title: 'Confirm Your E-mail Address',
    help: 'Confirm that this mailbox is yours. Your account then uses this address.',
    submit: 'Confirm address',
    done: 'Your e-mail address is confirmed.',
  },
  restore: {
    title: 'Undo the Change',
    help: 'This restores your previous e-mail address, ends all sessions and requires a new password.',
    submit: 'Restore my address',
    done: 'Your e-mail address is restored, and all sessions have ended. Choose a new password with the link that was mailed to you.',
  },
  requestFailed: 'The request failed. Try again.',
});
