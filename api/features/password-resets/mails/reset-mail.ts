import type { MailContent } from '../../../platform/mail/mail-layout.js';

/** What a mail about a password may tell. */
export interface ResetMailFacts {
  readonly productName: string;
  readonly username: string;
  readonly link: string;
  readonly code: string;
}

export type ResetMail = (facts: ResetMailFacts) => MailContent;
