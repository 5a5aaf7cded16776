import type { Config } from '../../config.js';
import type { Mail } from './mail-transport.js';

/** Content of a mail in plain text. All mails share one layout. */
export interface MailContent {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** A code for the recipient to type, shown on its own line. */
  readonly code?: string;
  readonly action?: { readonly label: string; readonly url: string };
}

/** Returns a mail in HTML and plain text. Escapes all content, so that names of people cannot contain HTML. */
export function renderMail(
  content: MailContent,
  to: string,
  config: Pick<Config, 'productName' | 'supportEmail'>,
): Mail {
  const { subject, paragraphs, code, action } = content;
  const help = `Questions? Write to ${config.supportEmail}.`;
  const text = [
    ...paragraphs,
    ...(code ? [code] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    `${help}\n${config.productName}`,
  ].join('\n\n');
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"></head>',
    '<body style="font-family:sans-serif;color:#1a1a1a;max-width:36em;margin:0 auto;padding:1em">',
    `<h1 style="font-size:1.25em">${escape(subject)}</h1>`,
    ...paragraphs.map((paragraph) => `<p>${escape(paragraph)}</p>`),
    ...(code ? [`<p style="font:bold 1.25em monospace">${escape(code)}</p>`] : []),
    ...(action ? [`<p><a href="${escape(action.url)}">${escape(action.label)}</a></p>`] : []),
    `<p style="color:#555">${escape(help)}<br>${escape(config.productName)}</p>`,
    '</body></html>',
  ].join('\n');
  return { to, subject: `${subject} - ${config.productName}`, text, html };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
