import type { MailContent } from '../../../../platform/mail/mail-layout.js';

/** Facts that a mail about an e-mail address may contain. */
export interface EmailMailFacts {
  readonly productName: string;
  readonly username: string;
  readonly link: string;
}

/** Asks the owner of a new address to confirm it. */
export const confirmationMail = ({ productName, username, link }: EmailMailFacts): MailContent => ({
  subject: 'Confirm your e-mail address',
  paragraphs: [
    `Hello ${username},`,
    `you asked to use this address for your ${productName} account. Confirm it within 24 hours.`,
    'If you did not ask for this, ignore this mail. The address will not be used.',
  ],
  action: { label: 'Confirm this address', url: link },
});

/** Informs the owner of an address that already belongs to an account, without naming the person who asked for it. */
export const alreadyUsedMail = ({ productName }: EmailMailFacts): MailContent => ({
  subject: 'Your e-mail address is already in use',
  paragraphs: [
    'Hello,',
    `we received a request to use this address for a ${productName} account, but the address already belongs to one. Nothing was changed.`,
    'If you made this request, sign in with that account, or use another address.',
  ],
});

/** Informs the previous address of a change that it can undo. */
export const undoMail = ({ productName, username, link }: EmailMailFacts): MailContent => ({
  subject: 'Your e-mail address was changed',
  paragraphs: [
    `Hello ${username},`,
    `the e-mail address of your ${productName} account was changed. This address is no longer used for it.`,
    'If you did not make this change, undo it within 7 days. This restores the address, ends all sessions and lets you set a new password.',
  ],
  action: { label: 'Undo the change', url: link },
});

/** Informs the previous address of a change that an administrator made. */
export const changedByAdminMail = ({ productName, username }: EmailMailFacts): MailContent => ({
  subject: 'Your e-mail address was changed',
  paragraphs: [
    `Hello ${username},`,
    `an administrator changed the e-mail address of your ${productName} account. This address is no longer used for it.`,
    'If you did not expect this, contact your administrator.',
  ],
});

/** Informs the new address of a change that an administrator made. */
export const nowUsedMail = ({ productName, username }: EmailMailFacts): MailContent => ({
  subject: 'Your e-mail address was changed',
  paragraphs: [
    `Hello ${username},`,
    `an administrator set this address for your ${productName} account.`,
    'If you did not expect this, contact your administrator.',
  ],
});
