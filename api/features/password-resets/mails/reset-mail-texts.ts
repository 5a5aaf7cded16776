import type { MailContent } from '../../../platform/mail/mail-layout.js';

/** Values that a mail about a password may contain. */
interface ResetMailFacts {
  readonly productName: string;
  readonly username: string;
  readonly link: string;
  readonly code: string;
}

/** Writes one kind of mail about a password. */
export type ResetMail = (facts: ResetMailFacts) => MailContent;

export const resetLinkMail: ResetMail = ({ productName, username, link }) => ({
  subject: 'Reset your password',
  paragraphs: [
    `Hello ${username},`,
    `somebody, probably you, asked for a new password for your ${productName} account.`,
    'The link works once, within 60 minutes. If it was not you, do nothing: your password stays as it is.',
  ],
  action: { label: 'Choose a new password', url: link },
});

export const passwordChangedMail: ResetMail = ({ productName, username }) => ({
  subject: 'Your password was changed',
  paragraphs: [
    `Hello ${username},`,
    `the password of your ${productName} account was changed, and your other sessions were ended.`,
    'If it was not you, tell us at once.',
  ],
});

export const invitationMail: ResetMail = ({ productName, username, link }) => ({
  subject: `Welcome to ${productName}`,
  paragraphs: [
    `Hello ${username},`,
    `an account was made for you. Your username is ${username}.`,
    'Choose your password with this link; it works once, within 7 days.',
  ],
  action: { label: 'Choose your password', url: link },
});

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
