import type { Download } from '../downloads/downloads.js';
import type { Sheet, SheetCell } from './sheet.js';
import { writeXlsx } from './write-xlsx.js';
import { CSV_START, csvLines } from '../csv/csv.js';

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A sheet as a file of its name. */
export const sheetDownload = (sheet: Sheet, format: 'csv' | 'xlsx'): Download =>
  format === 'xlsx'
    ? { name: `${sheet.name}.xlsx`, type: WORKBOOK, pieces: writeXlsx(sheet) }
    : { name: `${sheet.name}.csv`, type: 'text/csv; charset=utf-8', pieces: writeCsv(sheet) };

/** A table as CSV, piece by piece. */
export async function* writeCsv({ columns, rows }: Pick<Sheet, 'columns' | 'rows'>): AsyncGenerator<string> {
  yield CSV_START + csvLines([columns.map(({ title }) => title)]);
  for await (const piece of rows) yield csvLines(piece.map((row) => row.map(textOf)));
}

/** Spreadsheets know a moment written like this, in every language. */
const textOf = (cell: SheetCell): Exclude<SheetCell, Date> =>
  cell instanceof Date ? cell.toISOString().slice(0, 19).replace('T', ' ') : cell;
