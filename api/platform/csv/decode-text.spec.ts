import { decodeText, detectEncoding } from './decode-text.js';

const TEXT = 'username,firstName\r\nj.m,Jürgen Müller-Øst\r\n';
const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

it.each([
  ['UTF-8', 'utf-8', Buffer.from(TEXT)],
  ['UTF-8 with its mark', 'utf-8', Buffer.from(`\ufeff${TEXT}`)],
  ['UTF-16 of Windows', 'utf-16le', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  ['UTF-16 without a mark', 'utf-16le', Buffer.from(TEXT, 'utf16le')],
  ['UTF-16 of the other byte order', 'utf-16be', swapped(`\ufeff${TEXT}`)],
  ['UTF-16 of the other byte order without a mark', 'utf-16be', swapped(TEXT)],
  ['Windows-1252', 'windows-1252', Buffer.from(TEXT, 'latin1')],
])('detects and decodes %s', (_, encoding, bytes) => {
  expect(detectEncoding(bytes)).toBe(encoding);
  expect(decodeText(bytes, encoding)).toBe(TEXT);
});

it('decodes the characters that Windows-1252 has in addition to Latin-1', () => {
  expect(decodeText(Buffer.from([0x80, 0x92, 0x9a]), 'windows-1252')).toBe('€’š');
});

it('returns null for bytes that are invalid in the encoding', () => {
  expect(decodeText(Buffer.from(TEXT, 'latin1'), 'utf-8')).toBeNull();
});

it('detects an empty file as UTF-8', () => {
  expect(detectEncoding(Buffer.alloc(0))).toBe('utf-8');
});
