import { createHash } from 'node:crypto';
import type { OutgoingMail } from './mail-transport.js';

/** Sender of a mail. Mail programs show the name beside the address. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

const LINE = 76;
const ENCODED_WORD_BYTES = 39;
// oxlint-disable-next-line no-control-regex -- control characters would end a header
const CONTROL = /[\u0000-\u001f\u007f]/;
const ADDRESS = /^[^\s<>,;:"()[\]\\@]+@[^\s<>,;:"()[\]\\@]+$/u;

/** Thrown for a mail that can never be sent, because an address or a header is malformed. */
export class UnsendableMail extends Error {}

/**
 * Renders a mail in the format of RFC 5322 (multipart/alternative). User-supplied text is always encoded in headers.
 * @throws UnsendableMail for control characters in headers and for anything other than one plain address
 */
export function renderMessage(mail: OutgoingMail, from: Sender): string {
  const boundary = createHash('sha256').update(mail.messageId).digest('hex').slice(0, 24);
  const headers = [
    ['From', `${encodedWord(from.name)} <${plainAddress(from.address)}>`],
    ['To', `<${plainAddress(mail.to)}>`],
    ['Subject', encodedWord(mail.subject)],
    ['Date', mail.date.toUTCString().replace('GMT', '+0000')],
    ['Message-ID', `<${plainAddress(mail.messageId)}>`],
    ['MIME-Version', '1.0'],
    ['Auto-Submitted', 'auto-generated'],
    ['Content-Type', `multipart/alternative; boundary="${boundary}"`],
  ];
  return [
    ...headers.map(([name, value]) => `${name}: ${value}`),
    '',
    ...part(boundary, 'text/plain', mail.text),
    ...part(boundary, 'text/html', mail.html),
    `--${boundary}--`,
    '',
  ].join('\r\n');
}

function plainAddress(address: string): string {
  if (!ADDRESS.test(address)) throw new UnsendableMail('An address of the mail is not a single plain address');
  return address;
}

/** Encodes text by RFC 2047, split between characters. Always encodes, so that text is never parsed as syntax. */
function encodedWord(text: string): string {
  if (CONTROL.test(text)) throw new UnsendableMail('A header of the mail contains control characters');
  const words = [''];
  for (const character of text) {
    if (Buffer.byteLength(words.at(-1)! + character) > ENCODED_WORD_BYTES) words.push('');
    words[words.length - 1] += character;
  }
  return words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}

function part(boundary: string, type: string, content: string): string[] {
  const lines =
    Buffer.from(content)
      .toString('base64')
      .match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];
  return [
    `--${boundary}`,
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
    '',
    ...lines,
    '',
  ];
}
