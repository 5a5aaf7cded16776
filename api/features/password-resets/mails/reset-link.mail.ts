import type { ResetMail } from './reset-mail.js';

export const resetLinkMail: ResetMail = ({ productName, username, link }) => ({
  subject: 'Reset your password',
  paragraphs: [
    `Hello ${username},`,
    `somebody, probably you, asked for a new password for your ${productName} account.`,
    'The link works once, within 60 minutes. If it was not you, do nothing: your password stays as it is.',
  ],
  action: { label: 'Choose a new password', url: link },
});
