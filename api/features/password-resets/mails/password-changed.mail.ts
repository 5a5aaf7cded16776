import type { ResetMail } from './reset-mail.js';

export const passwordChangedMail: ResetMail = ({ productName, username }) => ({
  subject: 'Your password was changed',
  paragraphs: [
    `Hello ${username},`,
    `the password of your ${productName} account was changed, and your other sessions were ended.`,
    'If it was not you, tell us at once.',
  ],
});
