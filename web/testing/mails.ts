import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DEADLINE_MS = 20_000;
const LOOK_AGAIN_MS = 100;

/** Waits for a mail to this address that contains the text, and returns its plain text. */
export async function mailTo(outbox: string, address: string, text: string): Promise<string> {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const found = mailsTo(outbox, address).find((words) => words.includes(text));
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`No mail to ${address} contains "${text}".`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

/** Returns the HTML of every mail so far. */
export const htmlOfMails = (outbox: string): string[] =>
  filesOf(outbox).map((file) => wordsOf(readFileSync(join(outbox, file), 'utf8'), 'text/html'));

function mailsTo(outbox: string, address: string): string[] {
  return filesOf(outbox)
    .map((file) => readFileSync(join(outbox, file), 'utf8'))
    .filter((mail) => mail.includes(`To: <${address}>`))
    .map((mail) => wordsOf(mail, 'text/plain'));
}

function filesOf(outbox: string): string[] {
  try {
    return readdirSync(outbox).filter((file) => file.endsWith('.eml'));
  } catch {
    return []; // the folder is created with the first mail
  }
}

function wordsOf(mail: string, type: string): string {
  const [, encoded = ''] = new RegExp(`${type}[^]*?\\r\\n\\r\\n([^]*?)\\r\\n\\r?\\n?--`).exec(mail) ?? [];
  return Buffer.from(encoded, 'base64').toString('utf8');
}
