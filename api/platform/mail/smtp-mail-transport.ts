import type { Transporter } from 'nodemailer';
import { renderMessage, type Sender } from './mail-message.js';
import type { MailTransport, OutgoingMail } from './mail-transport.js';

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
