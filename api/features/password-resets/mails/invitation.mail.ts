import type { ResetMail } from './reset-mail.js';

export const invitationMail: ResetMail = ({ productName, username, link }) => ({
  subject: `Welcome to ${productName}`,
  paragraphs: [
    `Hello ${username},`,
    `an account was made for you. Your username is ${username}.`,
    'Choose your password with this link; it works once, within 7 days.',
  ],
  action: { label: 'Choose your password', url: link },
});
