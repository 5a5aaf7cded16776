import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { renderMessage, type Sender } from './mail-message.js';
import type { MailTransport, OutgoingMail } from './mail-transport.js';

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
