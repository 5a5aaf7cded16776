import { z } from 'zod';
import { Email, NamePart, Username } from '../../contracts/account.contract.js';
import { Role } from '../../contracts/sign-in.contract.js';
import { MAX_IMPORT_ROWS, USER_CSV_COLUMNS, type UserImportRow } from '../../contracts/user-import.contract.js';
import { CsvSyntaxError, CsvTooLong, parseCsv } from '../../platform/csv/csv.js';
import { DomainError } from '../../platform/domain-error.js';

const UserLine = z.object({
  username: Username,
  email: Email,
  firstName: NamePart,
  lastName: NamePart,
  rankTitle: NamePart,
  role: z.enum(Role.options, `Must be one of ${Role.options.join(', ')}.`),
  organization: z.string().trim().max(100, 'Must be 100 characters or less.'),
  enabled: z.enum(['true', 'false'], 'Must be true or false.').transform((text) => text === 'true'),
});
export type UserLine = z.infer<typeof UserLine>;

/** A line of the file: somebody, or what is wrong with it. */
export interface ReadLine {
  readonly line: number;
  readonly username: string;
  readonly user: UserLine | null;
  readonly errors: UserImportRow['errors'];
}

/** @throws DomainError VALIDATION_FAILED for a file that is no such table at all. */
export function readUsersCsv(csv: string): ReadLine[] {
  const [head, ...lines] = cellsOf(csv);
  const columns = (head?.cells ?? []).map((cell) => cell.trim().toLowerCase());
  const places = USER_CSV_COLUMNS.map((column) => columns.indexOf(column.toLowerCase()));
  const missing = USER_CSV_COLUMNS.filter((_, index) => places[index] === -1);
  if (missing.length > 0) throw invalid(`The first line must name the columns. Missing: ${missing.join(', ')}.`);
  if (lines.length > MAX_IMPORT_ROWS) throw invalid(`Import at most ${MAX_IMPORT_ROWS} users at once.`);
  return withoutDoubles(
    lines.map(({ line, cells }) =>
      readLine(
        line,
        places.map((place) => cells[place] ?? ''),
      ),
    ),
  );
}

function readLine(line: number, cells: readonly string[]): ReadLine {
  const values = Object.fromEntries(USER_CSV_COLUMNS.map((column, index) => [column, cells[index]]));
  const { success, data, error } = UserLine.safeParse({ ...values, enabled: values['enabled']?.trim().toLowerCase() });
  const username = (values['username'] ?? '').trim();
  if (success) return { line, username, user: data, errors: [] };
  const errors = error.issues.map(({ path, message }) => ({ field: String(path[0]), message }));
  return { line, username, user: null, errors };
}

/** Usernames and e-mails stand once in a file, whatever the spelling. */
function withoutDoubles(lines: readonly ReadLine[]): ReadLine[] {
  const seen = new Map<string, number>();
  return lines.map((read) => {
    const errors = (['username', 'email'] as const).flatMap((field) => {
      const value = read.user?.[field].toLowerCase();
      const first = value === undefined ? undefined : seen.get(`${field} ${value}`);
      if (value !== undefined && first === undefined) seen.set(`${field} ${value}`, read.line);
      return first === undefined ? [] : [{ field, message: `Stands in line ${first} already.` }];
    });
    return errors.length > 0 ? { ...read, user: null, errors } : read;
  });
}

function cellsOf(csv: string): { line: number; cells: string[] }[] {
  try {
    return parseCsv(csv);
  } catch (error) {
    if (error instanceof CsvSyntaxError) throw invalid(`Line ${error.line} is no CSV: ${error.message}.`);
    if (error instanceof CsvTooLong) throw invalid(`${error.message} Import at most ${MAX_IMPORT_ROWS} users at once.`);
    throw error;
  }
}

const invalid = (message: string): DomainError =>
  new DomainError('VALIDATION_FAILED', message, 400, { Csv: [message] });
