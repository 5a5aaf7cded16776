import { createHash } from 'node:crypto';
import type { OutgoingMail } from './mail-transport.js';

/** Who a mail comes from; the name is shown beside the address. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

const LINE = 76;
const ENCODED_WORD_BYTES = 39;
// oxlint-disable-next-line no-control-regex -- control characters are exactly what would end a header
const CONTROL = /[\u0000-\u001f\u007f]/;
const ADDRESS = /^[^\s<>,;:"()[\]\\@]+@[^\s<>,;:"()[\]\\@]+$/u;

/** A mail nobody could ever send: an address or a header that would say something else than it seems. */
export class UnsendableMail extends Error {}

/**
 * The mail as it goes over the wire (RFC 5322, multipart/alternative). Text of people reaches headers only encoded.
 * @throws UnsendableMail for line breaks in headers and for what is not one plain address
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
  if (!ADDRESS.test(address)) throw new UnsendableMail('An address of the mail is not one plain address');
  return address;
}

/** RFC 2047, cut between characters; always encoded, so that no text can be taken for syntax. */
function encodedWord(text: string): string {
  if (CONTROL.test(text)) throw new UnsendableMail('A header of the mail holds control characters');
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
