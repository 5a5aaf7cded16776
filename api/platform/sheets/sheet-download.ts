import type { Download } from '../downloads/downloads.js';
import type { Sheet, SheetCell } from './sheet.js';
import { writeXlsx } from './write-xlsx.js';
import { CSV_START, csvLines } from '../csv/csv.js';

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Returns a sheet as a download with the sheet's name. */
export const sheetDownload = (sheet: Sheet, format: 'csv' | 'xlsx'): Download =>
  format === 'xlsx'
    ? { name: `${sheet.name}.xlsx`, type: WORKBOOK, pieces: writeXlsx(sheet) }
    : { name: `${sheet.name}.csv`, type: 'text/csv; charset=utf-8', pieces: writeCsv(sheet) };

/** Writes a table as CSV in pieces. */
export async function* writeCsv({ columns, rows }: Pick<Sheet, 'columns' | 'rows'>): AsyncGenerator<string> {
  yield CSV_START + csvLines([columns.map(({ title }) => title)]);
  for await (const piece of rows) yield csvLines(piece.map((row) => row.map(textOf)));
}

/** Formats dates so that spreadsheets recognize them in every language. */
const textOf = (cell: SheetCell): Exclude<SheetCell, Date> =>
  cell instanceof Date ? cell.toISOString().slice(0, 19).replace('T', ' ') : cell;
