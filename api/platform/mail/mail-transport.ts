import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import { renderMessage, type Sender } from './mail-message.js';

/** Recipient and content of a mail. */
export interface Mail {
  /** One address, without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A mail with the fields that the outbox adds. Mails with the same `messageId` are the same mail. */
export interface OutgoingMail extends Mail {
  readonly messageId: string;
  readonly date: Date;
}

/** Passes mails to a mail server or folder. Resolves when the mail has been accepted, rejects on failure or timeout. */
export interface MailTransport {
  /** Sends a mail. Rejects and closes the connection when `signal` aborts, so that a retry does not overlap with this attempt. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
}

/** Injection token of the {@link MailTransport}. */
export const MAIL_TRANSPORT = Symbol('MailTransport');

const UNSAFE = /[^\w.-]/g;

/** Transport without a mail server. Writes each mail to a file for any mail program; a repeated mail replaces its file. */
export class FileMailTransport implements MailTransport {
  private readonly logger = new Logger(FileMailTransport.name);

  constructor(
    private readonly folder: string,
    private readonly from: Sender,
  ) {}

  async send(mail: OutgoingMail): Promise<void> {
    const message = renderMessage(mail, this.from);
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const file = join(this.folder, `${mail.messageId.split('@', 1)[0]!.replaceAll(UNSAFE, '_')}.eml`);
    await writeFile(`${file}.new`, message, { mode: 0o600 });
    await rename(`${file}.new`, file);
    this.logger.warn(`No mail server is set (SMTP_URL): a mail was written to ${file}`);
  }
}

/** Timeouts in milliseconds. Their sum is shorter than the outbox's claim, after which another worker may retry. */
const TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, dnsTimeout: 5_000, socketTimeout: 10_000 };

/** Transport through the server of SMTP_URL. The URL's query sets how strict TLS is (`requireTLS`, `tls.rejectUnauthorized`). */
export class SmtpMailTransport implements MailTransport {
  private transporter: Promise<Transporter> | undefined;

  constructor(
    private readonly url: string,
    private readonly from: Sender,
  ) {}

  async send(mail: OutgoingMail, signal: AbortSignal): Promise<void> {
    const raw = renderMessage(mail, this.from);
    const transporter = await (this.transporter ??= this.open());
    await transporter.sendMail({ envelope: { from: this.from.address, to: [mail.to] }, raw, signal });
  }

  private async open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    return createTransport({ url: this.url, ...TIMEOUTS });
  }
}
