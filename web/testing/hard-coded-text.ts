import type { Page, Response } from 'playwright-core';
import { Role } from '../../api/contracts/sign-in.contract.js';

/** Attributes with texts for people, besides text nodes. */
const READ_ALOUD = [
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'alt',
  'placeholder',
  'title',
];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Collects every string that the server sends to a page, to tell data from texts of the interface. Must be called before the page opens;
 * the result is filled while it loads.
 */
export function dataOf(page: Page): Set<string> {
  const data = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') data.add(value.replace(/\s+/g, ' ').trim());
    // records without a name are shown with the end of their id
    if (typeof value === 'string' && UUID.test(value)) data.add(value.slice(-6));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  page.on('response', (response: Response) => {
    if (!/json/.test(response.headers()['content-type'] ?? '')) return;
    response.json().then(collect, () => {});
  });
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const message = /^\d+(\[.*\])$/s.exec(String(payload))?.[1];
      if (message) collect(JSON.parse(message));
    }),
  );
  return data;
}

/** Shortens a long string as column titles do. */
const cutShort = (value: string): string => `${[...value].slice(0, 20).join('')}…`;

/** Shorter values are part of too many words and abbreviations of the interface. */
const FEWEST_CHARACTERS = 3;

/** Removes `value` where it is not part of a longer word. */
function withoutValue(text: string, value: string): string {
  if (!text.includes(value)) return text;
  const escaped = value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'gu'), ' ');
}

/**
 * Returns the texts with unaccented words that are neither a string of `data` nor a role name, which is not translated. A text may contain
 * such strings of at least three letters and digits among accented words, but only as whole words.
 */
export function textsOutsideCatalogues(texts: readonly string[], data: ReadonlySet<string>): string[] {
  const whole = new Set([...data, ...Role.options].flatMap((value) => [value, cutShort(value)]));
  const parts = [...whole]
    .filter((value) => (value.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= FEWEST_CHARACTERS)
    .toSorted((a, b) => b.length - a.length);
  const hasWord = (text: string): boolean => /[a-z]{2}/i.test(text);
  const shown = new Set(texts.map((text) => text.replace(/\s+/g, ' ').trim()));
  return [...shown].filter((text) => hasWord(text) && !whole.has(text) && hasWord(parts.reduce(withoutValue, text)));
}

/**
 * Returns the texts of a page in the pseudo-locale that come from no message catalogue, as displayed. `data` contains the server's strings,
 * which are not translated. The game, code, and elements marked `translate="no"` are excluded.
 */
export async function hardCodedTexts(page: Page, data: ReadonlySet<string>): Promise<string[]> {
  const texts = await page.evaluate((attributes) => {
    const found: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (!element || element.closest('script, style, noscript, code, [translate=no], .rr-game')) continue;
      if (!element.checkVisibility() && !(element instanceof HTMLOptionElement)) continue;
      if (node instanceof Element) found.push(...attributes.map((name) => node.getAttribute(name) ?? ''));
      else found.push(node.nodeValue ?? '');
    }
    return found;
  }, READ_ALOUD);
  return textsOutsideCatalogues(texts, data);
}
