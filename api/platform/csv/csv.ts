import Papa from 'papaparse';

/** Programs that open tables take such a cell for a formula (reliability B, 52); quotes before it count as written by us. */
const FORMULA = /^'*[=+\-@\t\r\0]/;
const GUARDED = /^'('*[=+\-@\t\r\0])/;

export type CsvCell = string | number | boolean | null;

/** First in every file: without it Excel takes UTF-8 for something else. */
export const CSV_START = '\ufeff';

/** Lines by RFC 4180, each ended by CRLF; a cell that looks like a formula gets a leading quote (decisions S6). */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  if (rows.length === 0) return '';
  return `${Papa.unparse(rows as CsvCell[][], { newline: '\r\n', escapeFormulae: FORMULA })}\r\n`;
}

/** A file that cannot be read as CSV. */
export class CsvSyntaxError extends Error {
  constructor(
    /** Counts from 1, in lines of the table. */
    readonly line: number,
    message: string,
  ) {
    super(message);
    this.name = 'CsvSyntaxError';
  }
}

/**
 * The cells of a file, without the guards of {@link csvLines}; empty lines are left out, `line` counts them all the same.
 * @throws CsvSyntaxError
 */
export function parseCsv(text: string): { line: number; cells: string[] }[] {
  const table = text.replace(CSV_START, '');
  const { data, errors } = Papa.parse<string[]>(table, { delimiter: delimiterOf(table) });
  const [fault] = errors;
  if (fault) throw new CsvSyntaxError((fault.row ?? 0) + 1, fault.message);
  return data
    .map((cells, index) => ({ line: index + 1, cells: cells.map((cell) => cell.replace(GUARDED, '$1')) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
}

/** Where the comma is the decimal sign, Excel writes semicolons. */
function delimiterOf(table: string): ',' | ';' {
  const head = table.split(/[\r\n]/, 1)[0]!;
  return head.includes(';') && !head.includes(',') ? ';' : ',';
}
