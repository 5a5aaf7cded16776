/** A mail on its way out, as people will read it. */
export interface Mail {
  /** Address and nothing else: no name, no list. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A mail with what the outbox adds. The same `messageId` again is the same mail. */
export interface OutgoingMail extends Mail {
  readonly messageId: string;
  readonly date: Date;
}

/** Hands a mail to whoever delivers it. Resolves when they have taken it over, rejects when they have not, in time. */
export interface MailTransport {
  /** Once `signal` aborts, this rejects and lets go of the connection: a mail that is sent again must not be on its way still. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
}

/** Injection token of the {@link MailTransport}. */
export const MAIL_TRANSPORT = Symbol('MailTransport');
