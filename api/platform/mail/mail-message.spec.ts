import { readMail } from '../../testing/mail-folder.js';
import { renderMail } from './mail-layout.js';
import { renderMessage, UnsendableMail } from './mail-message.js';
import type { OutgoingMail } from './mail-transport.js';

const from = { name: 'Ready Room', address: 'noreply@ready-room.example' };
const mail: OutgoingMail = {
  to: 'ada@example.org',
  subject: 'Hello',
  text: 'Text',
  html: '<p>Text</p>',
  messageId: 'event.user@ready-room.example',
  date: new Date('2026-03-01T09:30:00Z'),
};

/** Scripts that must arrive as plain text. */
const SCRIPTS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '<svg/onload=alert(1)>',
  '</h1><iframe src="javascript:alert(1)">',
];

it('renders text and HTML parts that can be parsed again', () => {
  const raw = renderMessage({ ...mail, subject: 'Grüße aus dem Orbit — 軌道からのご挨拶, viele davon' }, from);
  const { to, subject, text, html } = readMail(raw);
  expect({ to, subject, text, html }).toEqual({ ...mail, subject, messageId: undefined, date: undefined });
  expect(subject).toBe('Grüße aus dem Orbit — 軌道からのご挨拶, viele davon');
  expect(raw.split('\r\n').every((line) => line.length <= 78)).toBe(true);
  expect(raw).toContain('\r\nDate: Sun, 01 Mar 2026 09:30:00 +0000\r\n');
});

it.each([
  ['recipient', { to: 'ada@example.org\r\nBcc: eve@example.org' }],
  ['recipient that is a list', { to: 'ada@example.org, eve@example.org' }],
  ['recipient with a name', { to: 'Ada <ada@example.org>' }],
  ['subject', { subject: 'Hello\r\nBcc: eve@example.org' }],
  ['Message-ID', { messageId: 'a@b\r\nBcc: eve@example.org' }],
])('rejects a forged header or address in a %s', (_where, change) => {
  expect(() => renderMessage({ ...mail, ...change }, from)).toThrow(UnsendableMail);
});

it('encodes the name of the sender and rejects line breaks in it', () => {
  const raw = renderMessage(mail, { ...from, name: 'Eve" <eve@example.org>' });
  expect(raw).toMatch(/^From: =\?utf-8\?B\?[\w+/=]+\?= <noreply@ready-room\.example>\r\n/);
  expect(() => renderMessage(mail, { ...from, name: 'A\nB' })).toThrow(UnsendableMail);
});

it.each(SCRIPTS)('shows %s as text', (script) => {
  const content = { subject: script, paragraphs: [script], code: script, action: { label: script, url: script } };
  const { html, text } = renderMail(content, 'ada@example.org', {
    productName: script,
    supportEmail: 'help@example.org',
  });
  const tags = html.match(/<\/?([a-z0-9]+)/gi)!.map((tag) => tag.replaceAll(/[</]/g, ''));
  expect(new Set(tags)).toEqual(new Set(['html', 'head', 'meta', 'body', 'h1', 'p', 'a', 'br']));
  expect(html.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/<[^>]* on\w+=/i);
  expect(text).toContain(script);
});
