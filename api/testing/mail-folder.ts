import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './until.js';

/** A received mail. */
export interface ReadMail {
  readonly raw: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Parses a message that `renderMessage` wrote. */
export function readMail(raw: string): ReadMail {
  const [head, ...parts] = raw.split(/\r\n--[0-9a-f]{24}(?:--)?\r\n/);
  const bodies = parts.map((part) => Buffer.from(part.split('\r\n\r\n', 2)[1] ?? '', 'base64').toString('utf8'));
  const subject = /^Subject: (.*(?:\r\n .*)*)/m.exec(head!)![1]!.replaceAll(/\r\n /g, '');
  const words = [...subject.matchAll(/=\?utf-8\?B\?(.*?)\?=/g)].map((word) => Buffer.from(word[1]!, 'base64'));
  return {
    raw,
    to: /^To: <(.*)>/m.exec(head!)![1]!,
    subject: Buffer.concat(words).toString('utf8'),
    text: bodies[0]!,
    html: bodies[1]!,
  };
}

/** The mails that a platform without a mail server wrote below its data folder. */
export class MailFolder {
  private readonly folder: string;

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'outbox');
  }

  /** Returns all mails to one address so far, in no order. */
  to(address: string): ReadMail[] {
    const files = readdirSync(this.folder, { withFileTypes: true }).filter(({ name }) => name.endsWith('.eml'));
    return files
      .map(({ name }) => readMail(readFileSync(join(this.folder, name), 'utf8')))
      .filter((mail) => mail.to === address);
  }

  /** Waits until an address has at least `count` mails whose subject starts with this text. */
  async waitFor(address: string, subject: string, count = 1): Promise<ReadMail[]> {
    let found: ReadMail[] = [];
    await until(() => {
      found = this.exists() ? this.to(address).filter((mail) => mail.subject.startsWith(subject)) : [];
      return found.length >= count;
    });
    return found;
  }

  private exists(): boolean {
    try {
      readdirSync(this.folder);
      return true;
    } catch {
      return false;
    }
  }
}
