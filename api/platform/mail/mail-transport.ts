import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import { renderMessage, type Sender } from './mail-message.js';

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

const UNSAFE = /[^\w.-]/g;

/** Without a mail server: each mail a file that any mail program opens. The same mail again is the same file. */
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

/** Together shorter than the outbox waits before it lets another try. */
const TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, dnsTimeout: 5_000, socketTimeout: 10_000 };

/** Mails through the server of SMTP_URL; its query decides how strict TLS is (`requireTLS`, `tls.rejectUnauthorized`). */
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
