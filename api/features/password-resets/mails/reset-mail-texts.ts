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
    `we received a request for a new password for your ${productName} account.`,
    'The link works once, within 60 minutes. If you did not request it, ignore this mail. Your password does not change.',
  ],
  action: { label: 'Choose a new password', url: link },
});

export const passwordChangedMail: ResetMail = ({ productName, username }) => ({
  subject: 'Your password was changed',
  paragraphs: [
    `Hello ${username},`,
    `the password of your ${productName} account was changed, and your other sessions were ended.`,
    'If you did not make this change, contact us immediately.',
  ],
});

export const invitationMail: ResetMail = ({ productName, username, link }) => ({
  subject: `Welcome to ${productName}`,
  paragraphs: [
    `Hello ${username},`,
    `an account was created for you. Your username is ${username}.`,
    'Choose your password with this link. It works once, within 7 days.',
  ],
  action: { label: 'Choose your password', url: link },
});

export const adminResetMail: ResetMail = ({ productName, username, link, code }) => ({
  subject: 'Your password was reset',
  paragraphs: [
    `Hello ${username},`,
    `an administrator reset the password of your ${productName} account. Your old password no longer works.`,
    'Open the link, or sign in with this one-time code in place of your password, and choose a new one within 24 hours:',
  ],
  code,
  action: { label: 'Choose a new password', url: link },
});
