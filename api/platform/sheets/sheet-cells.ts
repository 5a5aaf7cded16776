import type { SheetCell } from './sheet.js';

const MAX_TEXT = 32_767;
const DAY_MS = 86_400_000;
/** Days from the epoch of workbooks to the Unix epoch. */
const UNIX_EPOCH_SERIAL = 25_569;

/** Indexes of the cell formats in `stylesXml` of `workbook-parts.ts`. */
export const STYLE = { plain: 0, moment: 1, title: 2, label: 3, wrapped: 4 } as const;

/** Returns the XML of a cell. Strings are always written as text, so that a worksheet never contains a formula. */
export function cellXml(address: string, cell: SheetCell, style: number = STYLE.plain): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'string') return textXml(address, cell, style);
  if (typeof cell === 'number')
    return Number.isFinite(cell) ? `<c r="${address}"${styleXml(style)}><v>${cell}</v></c>` : '';
  return `<c r="${address}" s="${STYLE.moment}"><v>${cell.getTime() / DAY_MS + UNIX_EPOCH_SERIAL}</v></c>`;
}

const textXml = (address: string, text: string, style: number): string =>
  `<c r="${address}"${styleXml(style)} t="inlineStr"><is><t xml:space="preserve">${escapeXml(text.slice(0, MAX_TEXT))}</t></is></c>`;

const styleXml = (style: number): string => (style === STYLE.plain ? '' : ` s="${style}"`);

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// oxlint-disable-next-line no-control-regex -- characters that XML does not allow, halves of surrogate pairs included
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
/** Matches the start of a character code: spreadsheets read `_x0041_` as the character with that code. */
const CHARACTER_CODE = /_(?=x[\da-f]{4}_)/gi;

/** Escapes text for XML. */
export const escapeXml = (text: string): string =>
  text
    .replace(IMPOSSIBLE, '\ufffd')
    .replace(CHARACTER_CODE, '_x005F_')
    .replace(/[&<>"]/g, (character) => ESCAPES[character]!);

/** Returns the letters of a column: A, B … Z, AA, AB and so on. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}
