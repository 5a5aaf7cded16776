import { CSV_START, csvLines } from '../csv/csv.js';
import type { Sheet, SheetCell } from './sheet.js';

/** A table as CSV, piece by piece. */
export async function* writeCsv({ columns, rows }: Pick<Sheet, 'columns' | 'rows'>): AsyncGenerator<string> {
  yield CSV_START + csvLines([columns.map(({ title }) => title)]);
  for await (const piece of rows) yield csvLines(piece.map((row) => row.map(textOf)));
}

/** Spreadsheets know a moment written like this, in every language. */
const textOf = (cell: SheetCell): Exclude<SheetCell, Date> =>
  cell instanceof Date ? cell.toISOString().slice(0, 19).replace('T', ' ') : cell;
