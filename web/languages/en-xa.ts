import { cloneElement, isValidElement, type ReactNode } from 'react';
import type { Language, Messages } from '../shared/messages/messages.js';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ';
const accents = new Map([...PLAIN].map((letter, index) => [letter, [...ACCENTED][index] ?? letter]));
const accented = (text: string): string => [...text].map((letter) => accents.get(letter) ?? letter).join('');

/** Accents a text, except for the values inserted into it. */
function accentAround(text: string, values: readonly string[]): string {
  const [value, ...others] = values;
  if (value === undefined) return accented(text);
  return text
    .split(value)
    .map((part) => accentAround(part, others))
    .join(value);
}

function accentNode(node: ReactNode, values: readonly unknown[]): ReactNode {
  if (typeof node === 'string')
    return accentAround(node, values.filter((value) => typeof value === 'string' && value !== '') as string[]);
  if (values.includes(node)) return node;
  if (Array.isArray(node)) return node.map((child: ReactNode) => accentNode(child, values));
  if (!isValidElement<{ children?: ReactNode }>(node)) return node;
  return cloneElement(node, undefined, accentNode(node.props.children, values));
}

const accentAll = (texts: Messages): Messages =>
  Object.fromEntries(
    Object.entries(texts).map(([name, message]) => {
      if (typeof message === 'string') return [name, accented(message)];
      if (typeof message === 'object') return [name, accentAll(message)];
      return [name, (...values: never[]) => accentNode(message(...values), values.flat())];
    }),
  );

/**
 * The pseudo-locale: English with an accent on every letter, and Greek dates and numbers. Any unaccented text on a page is missing from the
 * catalogues. As for every language, a browser selects it by preferring `en-XA`.
 */
export const language: Language = { locale: 'el-GR', translate: (_, english) => accentAll(english) };
