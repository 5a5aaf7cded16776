import type { ResetMail } from './reset-mail.js';

export const adminResetMail: ResetMail = ({ productName, username, link, code }) => ({
  subject: 'Your password was reset',
  paragraphs: [
    `Hello ${username},`,
    `an administrator reset the password of your ${productName} account. Your old password does not work any more.`,
    'Open the link, or sign in with this one-time code in place of your password, and choose a new one within 24 hours:',
  ],
  code,
  action: { label: 'Choose a new password', url: link },
});
