import Papa from 'papaparse';

/**
 * Start of a cell that spreadsheets interpret as a formula, including full-width signs. Leading apostrophes also match, so that
 * {@link csvLines} followed by {@link parseCsv} returns every cell unchanged.
 */
const FORMULA = /^'*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n\0]/u;
const GUARDED = /^'('*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n\0])/u;
/** Delimiters of other programs, which would split an unquoted cell that contains one. */
const FOREIGN_DELIMITER = /[;\t|]/;

/** Default limit of lines. Higher than the row limits of callers, because spreadsheets save empty rows below a table. */
const MAX_LINES = 20_000;

/** Delimiters in order of preference. Excel writes semicolons in locales with a decimal comma. */
const DELIMITERS = [',', ';', '\t', '|'];
/** First line of a file that declares its delimiter for Excel. */
const ANNOUNCEMENT = /^"?sep=([,;\t|])"?(?:\r\n|\r|\n|$)/i;

export type CsvCell = string | number | boolean | null;

/** Byte order mark at the start of every file. Without it, Excel does not recognize UTF-8. */
export const CSV_START = '\ufeff';

/** Returns rows as CSV by RFC 4180, each line ending with CRLF. Cells that look like formulas get a leading apostrophe. */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  if (rows.length === 0) return '';
  return `${Papa.unparse(rows as CsvCell[][], { newline: '\r\n', escapeFormulae: FORMULA, quotes })}\r\n`;
}

const quotes = (cell: unknown): boolean => typeof cell === 'string' && FOREIGN_DELIMITER.test(cell);

/** Error: the file is not valid CSV. */
export class CsvSyntaxError extends Error {
  constructor(
    /** Line of the table, counted from 1. */
    readonly line: number,
    message: string,
  ) {
    super(message);
    this.name = 'CsvSyntaxError';
  }
}

/** Error: the file has more lines than the caller accepts. */
export class CsvTooLong extends Error {
  constructor(readonly maxLines: number) {
    super(`The file has more than ${maxLines} lines.`);
    this.name = 'CsvTooLong';
  }
}

/** Parsed file: its delimiter, and its lines with their number in the file. */
export interface CsvTable {
  readonly delimiter: string;
  readonly lines: { readonly line: number; readonly cells: string[] }[];
}

/**
 * Parses a file, and removes the apostrophes that {@link csvLines} adds. Leaves out empty lines, but counts them in `line`.
 * @param maxLines maximum number of lines, including empty ones, so that a megabyte of line breaks does not block the process
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
  // A line break at the end of the file does not start another line.
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

/** Returns the most frequent delimiter outside quotes in the first line that is not empty; a comma if it has none. */
function delimiterOf(table: string): string {
  const head = (/[^\r\n]+/.exec(table)?.[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => head.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}
