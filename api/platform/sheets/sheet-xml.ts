import type { Sheet, SheetCell, SheetColumn } from './sheet.js';

/** More than this no worksheet holds. */
const MAX_ROWS = 1_048_576;
const MAX_TEXT = 32_767;
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
/** Indexes of the formats in `workbook-parts.ts`. */
const MOMENT_STYLE = 1;
const TITLE_STYLE = 2;
const DAY_MS = 86_400_000;
/** Days from the first of a workbook to that of computers. */
const FIRST_DAY = 25_569;

/** The worksheet of a sheet, piece by piece; its first row stays in view. */
export async function* sheetXml({ columns, rows }: Sheet): AsyncGenerator<string> {
  const letters = columns.map((_, index) => columnLetters(index));
  const titles = columns.map(({ title }, index) => textCell(`${letters[index]}1`, title, TITLE_STYLE)).join('');
  yield [
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="${MAIN}"><sheetViews>`,
    '<sheetView tabSelected="1" workbookViewId="0">',
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    `<sheetFormatPr defaultRowHeight="15"/><cols>${columns.map(columnXml).join('')}</cols>`,
    `<sheetData><row r="1">${titles}</row>`,
  ].join('');
  let line = 1;
  for await (const piece of rows) {
    yield piece
      .map((row) => {
        line += 1;
        return `<row r="${line}">${row.map((cell, index) => cellXml(`${letters[index]}${line}`, cell)).join('')}</row>`;
      })
      .join('');
    if (line > MAX_ROWS) throw new Error(`A worksheet holds ${MAX_ROWS} rows at most.`);
  }
  yield '</sheetData></worksheet>';
}

const columnXml = ({ width }: SheetColumn, index: number): string =>
  `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;

/** Texts are written as texts, whatever they begin with: nothing in this worksheet is ever a formula. */
function cellXml(place: string, cell: SheetCell): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'string') return textCell(place, cell);
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c r="${place}"><v>${cell}</v></c>` : '';
  return `<c r="${place}" s="${MOMENT_STYLE}"><v>${cell.getTime() / DAY_MS + FIRST_DAY}</v></c>`;
}

function textCell(place: string, text: string, style?: number): string {
  const styled = style === undefined ? '' : ` s="${style}"`;
  return `<c r="${place}"${styled} t="inlineStr"><is><t xml:space="preserve">${escapeXml(text.slice(0, MAX_TEXT))}</t></is></c>`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// oxlint-disable-next-line no-control-regex -- what XML cannot hold at all, halves of surrogate pairs included
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
/** Spreadsheets read `_x0041_` as the character of that number. */
const CHARACTER_CODE = /_(?=x[\da-f]{4}_)/gi;

/** A text inside XML. */
export const escapeXml = (text: string): string =>
  text
    .replace(IMPOSSIBLE, '\ufffd')
    .replace(CHARACTER_CODE, '_x005F_')
    .replace(/[&<>"]/g, (character) => ESCAPES[character]!);

/** A, B … Z, AA, AB and so on. */
function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}
