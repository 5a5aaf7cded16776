import Papa from 'papaparse';

/**
 * Spreadsheets take a cell that starts like this for a formula, full-width signs included. Apostrophes before it count as
 * written by {@link csvLines}, so that writing and reading restore any cell.
 */
const FORMULA = /^'*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n\0]/u;
const GUARDED = /^'('*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n\0])/u;
/** Delimiters of other programs: an unquoted cell with one of them would be split by these. */
const FOREIGN_DELIMITER = /[;\t|]/;

/** Spreadsheets save empty rows below a table: more lines than the rows a reader accepts are ordinary. */
const MAX_LINES = 20_000;

/** In the order of preference. Excel writes semicolons where the comma is the decimal sign. */
const DELIMITERS = [',', ';', '\t', '|'];
/** The first line by which a file tells Excel its delimiter. */
const ANNOUNCEMENT = /^"?sep=([,;\t|])"?(?:\r\n|\r|\n|$)/i;

export type CsvCell = string | number | boolean | null;

/** The first character of every file: without it Excel reads UTF-8 as another encoding. */
export const CSV_START = '\ufeff';

/** Writes lines by RFC 4180, each ended by CRLF; a cell that looks like a formula gets a leading apostrophe. */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  if (rows.length === 0) return '';
  return `${Papa.unparse(rows as CsvCell[][], { newline: '\r\n', escapeFormulae: FORMULA, quotes })}\r\n`;
}

const quotes = (cell: unknown): boolean => typeof cell === 'string' && FOREIGN_DELIMITER.test(cell);

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

/** A file with more lines than its reader accepts. */
export class CsvTooLong extends Error {
  constructor(readonly maxLines: number) {
    super(`The file has more than ${maxLines} lines.`);
    this.name = 'CsvTooLong';
  }
}

/** Cells separated by one delimiter, each line with its number in the file. */
export interface CsvTable {
  readonly delimiter: string;
  readonly lines: { readonly line: number; readonly cells: string[] }[];
}

/**
 * Reads the cells of a file, without the guards of {@link csvLines}. Empty lines are left out and counted in `line`.
 * @param maxLines lines read at most, empty ones included: a megabyte of line breaks must not occupy the process
 * @throws CsvSyntaxError
 * @throws CsvTooLong
 */
export function parseCsv(text: string, maxLines = MAX_LINES): CsvTable {
  const marked = text.replace(CSV_START, '');
  const [announcement = '', announced] = ANNOUNCEMENT.exec(marked) ?? [];
  const table = marked.slice(announcement.length);
  const delimiter = announced ?? delimiterOf(table);
  const { data, errors } = Papa.parse<string[]>(table, { delimiter, preview: maxLines + 2 });
  const linesBefore = announced ? 1 : 0;
  const [fault] = errors;
  if (fault) throw new CsvSyntaxError((fault.row ?? 0) + 1 + linesBefore, fault.message);
  // A line break at the end of the file is followed by no further line.
  if (data.length > (isEmpty(data[maxLines] ?? []) ? maxLines + 1 : maxLines)) throw new CsvTooLong(maxLines);
  const lines = data
    .map((cells, index) => ({
      line: index + 1 + linesBefore,
      cells: cells.map((cell) => cell.replace(GUARDED, '$1')),
    }))
    .filter(({ cells }) => !isEmpty(cells));
  return { delimiter, lines };
}

const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** Returns the delimiter that the first line with anything in it has most of, outside quotes; a comma where it has none. */
function delimiterOf(table: string): string {
  const head = (/[^\r\n]+/.exec(table)?.[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => head.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}
