import { z } from 'zod';
import { Email, NamePart, Username } from '../../contracts/account.contract.js';
import { Role } from '../../contracts/sign-in.contract.js';
import {
  type FileEncoding,
  MAX_IMPORT_ROWS,
  USER_CSV_COLUMNS,
  type UserImportRequest,
  type UserImportRow,
  type UserImportUnderstood,
} from '../../contracts/user-import.contract.js';
import { CsvSyntaxError, type CsvTable, CsvTooLong, parseCsv } from '../../platform/csv/csv.js';
import { DomainError } from '../../platform/domain-error.js';
import { decodeText, detectEncoding } from '../../platform/csv/decode-text.js';
import { columnOf, REQUIRED_COLUMNS, type UserColumn } from './user-columns.js';

/** First bytes of a ZIP archive, the container of spreadsheet workbooks. */
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');

/** Text of a request's file with the encoding that decoded it; null for a request that contains text. */
export interface FileText {
  readonly text: string;
  readonly encoding: FileEncoding | null;
}

/**
 * Decodes the file of a request. @throws DomainError VALIDATION_FAILED for a workbook, and for bytes that are invalid in the chosen
 * encoding
 */
export function fileText({ csv = '', file, encoding }: UserImportRequest): FileText {
  if (file === undefined) return { text: csv, encoding: null };
  const bytes = Buffer.from(file, 'base64');
  if (bytes.subarray(0, ZIP.length).equals(ZIP))
    throw invalid('This is a workbook. Save it as CSV in your spreadsheet program, and choose that file.');
  const used = encoding ?? detectEncoding(bytes);
  const text = decodeText(bytes, used);
  if (text === null) throw invalid('The file does not have this encoding. Choose another encoding.');
  return { text, encoding: used };
}

const SHOWN_COLUMNS = 50;
const SHOWN_TITLE = 50;
const SAMPLE_ROWS = 3;
/** The replacement character that decoders write for invalid bytes. */
const UNREADABLE = '\ufffd';

const word = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '');
const ROLES = new Map(Role.options.map((role) => [word(role), role]));
/** Values of the column `enabled`. Excel writes TRUE and FALSE in the language of its user. */
const FLAGS = new Map(
  Object.entries({
    true: ['', 'true', 'yes', 'y', '1', 'on', 'wahr', 'ja', 'vrai', 'oui', 'verdadero', 'si', 'sí'],
    false: ['false', 'no', 'n', '0', 'off', 'falsch', 'nein', 'faux', 'non', 'falso'],
  }).flatMap(([flag, words]) => words.map((text) => [text, flag] as const)),
);

const UserLine = z.object({
  username: Username,
  email: Email,
  firstName: NamePart,
  lastName: NamePart,
  rankTitle: NamePart,
  role: z
    .string()
    .transform((text) => (text.trim() === '' ? 'User' : (ROLES.get(word(text)) ?? text)))
    .pipe(z.enum(Role.options, `Must be one of ${Role.options.join(', ')}.`)),
  /** Null when the file has no such column: the importer's organization then applies, if any. */
  organization: z.string().trim().max(100, 'Must be 100 characters or less.').nullable(),
  enabled: z
    .string()
    .transform((text) => FLAGS.get(word(text)) ?? text)
    .pipe(z.enum(['true', 'false'], 'Must be true or false.'))
    .transform((text) => text === 'true'),
});
export type UserLine = z.infer<typeof UserLine>;

/** A line of the file: a user, or its errors. */
export interface ReadLine {
  readonly line: number;
  readonly username: string;
  readonly user: UserLine | null;
  readonly errors: UserImportRow['errors'];
}

/** A parsed file. */
export interface UsersFile {
  readonly lines: readonly ReadLine[];
  /** The columns that the file has. */
  readonly columns: ReadonlySet<UserColumn>;
  readonly understood: Omit<UserImportUnderstood, 'encoding' | 'defaults'>;
}

/** Parses a file. @throws DomainError VALIDATION_FAILED when it is no table of users */
export function readUsersCsv(csv: string): UsersFile {
  if (csv.includes(UNREADABLE) || csv.includes('\0'))
    throw invalid(
      'The file was read with the wrong encoding: some of its characters are unreadable. Choose another encoding.',
    );
  const {
    delimiter,
    lines: [head, ...rows],
  } = tableOf(csv);
  const titles = (head?.cells ?? []).map((cell) => cell.trim());
  const fields = titles.map((title) => columnOf(title));
  refuseHead(titles, fields);
  if (rows.length > MAX_IMPORT_ROWS) throw invalid(`Import at most ${MAX_IMPORT_ROWS} users at once.`);
  const read = rows.map(({ line, cells }) => ({ line, values: valuesOf(fields, cells) }));
  return {
    lines: withoutDoubles(read.map(({ line, values }) => readLine(line, values))),
    columns: new Set(fields.filter((field) => field !== null)),
    understood: {
      delimiter,
      columns: titles
        .slice(0, SHOWN_COLUMNS)
        .map((title, index) => ({ title: title.slice(0, SHOWN_TITLE), field: fields[index]! })),
      sample: sampleOf(read.map(({ values }) => values)),
    },
  };
}

type Values = Partial<Record<UserColumn, string>>;

function refuseHead(titles: readonly string[], fields: readonly (UserColumn | null)[]): void {
  const missing = REQUIRED_COLUMNS.filter((column) => !fields.includes(column));
  if (missing.length > 0)
    throw invalid(
      `The first line must name the columns ${REQUIRED_COLUMNS.join(' and ')}. Missing: ${missing.join(', ')}.`,
    );
  const twice = USER_CSV_COLUMNS.find((column) => fields.filter((field) => field === column).length > 1);
  if (!twice) return;
  const both = titles.filter((_, index) => fields[index] === twice).map((title) => `"${title.slice(0, SHOWN_TITLE)}"`);
  throw invalid(`The columns ${both.slice(0, 2).join(' and ')} both mean ${twice}. Remove or rename one of them.`);
}

const valuesOf = (fields: readonly (UserColumn | null)[], cells: readonly string[]): Values =>
  Object.fromEntries(fields.flatMap((field, index) => (field ? [[field, cells[index] ?? '']] : [])));

const EMPTY = { firstName: '', lastName: '', rankTitle: '', role: '', organization: null, enabled: '' };

function readLine(line: number, values: Values): ReadLine {
  const { success, data, error } = UserLine.safeParse({ ...EMPTY, ...values });
  const username = (values.username ?? '').trim();
  if (success) return { line, username, user: data, errors: [] };
  const errors = error.issues.map(({ path, message }) => ({ field: String(path[0]), message }));
  return { line, username, user: null, errors };
}

/** Returns sample rows, first those with letters beyond ASCII, because wrong encodings show in them. */
function sampleOf(rows: readonly Values[]): Record<string, string>[] {
  const isPlain = (values: Values): boolean => Object.values(values).every((value) => /^\p{ASCII}*$/u.test(value));
  const meaningful = rows.filter((values) => !isPlain(values));
  return [...meaningful, ...rows.filter(isPlain)]
    .slice(0, SAMPLE_ROWS)
    .map((values) => Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value.slice(0, 100)])));
}

/** Rejects user names and e-mail addresses that occur twice in a file, in any spelling. */
function withoutDoubles(lines: readonly ReadLine[]): ReadLine[] {
  const seen = new Map<string, number>();
  return lines.map((read) => {
    const errors = (['username', 'email'] as const).flatMap((field) => {
      const value = read.user?.[field].toLowerCase();
      const first = value === undefined ? undefined : seen.get(`${field} ${value}`);
      if (value !== undefined && first === undefined) seen.set(`${field} ${value}`, read.line);
      return first === undefined ? [] : [{ field, message: `Already used in line ${first}.` }];
    });
    return errors.length > 0 ? { ...read, user: null, errors } : read;
  });
}

function tableOf(csv: string): CsvTable {
  try {
    return parseCsv(csv);
  } catch (error) {
    if (error instanceof CsvSyntaxError) throw invalid(`Line ${error.line} is not valid CSV: ${error.message}.`);
    if (error instanceof CsvTooLong) throw invalid(`${error.message} Import at most ${MAX_IMPORT_ROWS} users at once.`);
    throw error;
  }
}

/** Returns the refusal of a whole file. */
const invalid = (message: string): DomainError =>
  new DomainError('VALIDATION_FAILED', message, 400, { Csv: [message] });
