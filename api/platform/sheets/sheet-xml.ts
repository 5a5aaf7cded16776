import { cellXml, columnLetters, STYLE } from './sheet-cells.js';
import type { AboutLine, Sheet, SheetColumn } from './sheet.js';
import { shadesXml } from './shades.js';

/** Largest number of rows in a worksheet. */
const MAX_ROWS = 1_048_576;
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
/** In points. */
const LINE_HEIGHT = 15;
const MAX_HEIGHT = 409;
/** Characters at the end of a title that the filter's arrow covers. */
const FILTER_BUTTON = 3;
/** Characters that fit across a landscape page at a readable size. */
const PAGE_WIDTH = 300;

const START = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="${MAIN}">`;
const FOOTER =
  '<headerFooter><oddHeader>&amp;L&amp;A</oddHeader><oddFooter>&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter>';

/** Writes the worksheet of a table in pieces. Titles and names stay in view, rows can be filtered, pages are landscape. */
export async function* sheetXml({ columns, rows, nameColumns, footer }: Sheet): AsyncGenerator<string> {
  const letters = columns.map((_, index) => columnLetters(index));
  const rowXml = (line: number, cells: readonly Parameters<typeof cellXml>[1][], style?: number, height = ''): string =>
    `<row r="${line}"${height}>${cells.map((cell, index) => cellXml(`${letters[index]}${line}`, cell, style)).join('')}</row>`;
  const titles = columns.map(({ title }) => title);
  yield [
    `${START}<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews>`,
    `<sheetView tabSelected="1" workbookViewId="0">${paneXml(nameColumns)}</sheetView></sheetViews>`,
    `<sheetFormatPr defaultRowHeight="${LINE_HEIGHT}"/><cols>${columns.map(columnXml).join('')}</cols><sheetData>`,
    rowXml(1, titles, STYLE.title, ` ht="${titleHeight(columns)}" customHeight="1"`),
  ].join('');
  let line = 1;
  for await (const piece of rows) {
    yield piece.map((row) => rowXml((line += 1), row)).join('');
    if (line > MAX_ROWS) throw new Error(`A worksheet can have at most ${MAX_ROWS} rows.`);
  }
  const last = line;
  if (footer && last > 1) yield rowXml((line += 1), footer(), STYLE.label);
  yield [
    `</sheetData><autoFilter ref="A1:${letters.at(-1)}${last}"/>`,
    shadesXml(columns, line),
    '<pageMargins left="0.4" right="0.4" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>',
    `<pageSetup orientation="landscape" fitToWidth="${pagesAcross(columns)}" fitToHeight="0"/>${FOOTER}</worksheet>`,
  ].join('');
}

/** Writes the sheet that describes the table, one fact per row. */
export async function* aboutSheetXml(lines: () => Promise<readonly AboutLine[]>): AsyncGenerator<string> {
  const rows = (await lines()).map(
    ([label, value], index) =>
      `<row r="${index + 1}">${cellXml(`A${index + 1}`, label, STYLE.label)}${cellXml(`B${index + 1}`, value, STYLE.wrapped)}</row>`,
  );
  yield [
    `${START}<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetFormatPr defaultRowHeight="${LINE_HEIGHT}"/>`,
    `<cols>${[24, 60].map((width, index) => columnXml({ width }, index)).join('')}</cols>`,
    `<sheetData>${rows.join('')}</sheetData><pageSetup fitToWidth="1" fitToHeight="0"/></worksheet>`,
  ].join('');
}

const columnXml = ({ width }: Pick<SheetColumn, 'width'>, index: number): string =>
  `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;

function paneXml(nameColumns: number): string {
  const corner = `${columnLetters(nameColumns)}2`;
  return nameColumns === 0
    ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    : `<pane xSplit="${nameColumns}" ySplit="1" topLeftCell="${corner}" activePane="bottomRight" state="frozen"/>`;
}

/** Returns the height of the title row. Computed here, because some programs do not adjust row heights to wrapped text. */
const titleHeight = (columns: readonly SheetColumn[]): number =>
  Math.min(MAX_HEIGHT, LINE_HEIGHT * Math.max(1, ...columns.map(linesOfTitle)));

function linesOfTitle({ title, width }: SheetColumn): number {
  const room = Math.max(1, width - FILTER_BUTTON);
  let lines = 1;
  let used = 0;
  for (const { length } of title.split(' ')) {
    const next = used === 0 ? length : used + 1 + length;
    if (next <= room) used = next;
    else {
      lines += Math.ceil(length / room) - Number(used === 0);
      used = length % room;
    }
  }
  return lines;
}

/** Returns the number of pages across: one unless the text would be too small. Further pages repeat the name columns. */
const pagesAcross = (columns: readonly SheetColumn[]): number =>
  Math.max(1, Math.ceil(columns.reduce((sum, { width }) => sum + width, 0) / PAGE_WIDTH));
