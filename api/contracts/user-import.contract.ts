import { z } from 'zod';
import { Id, Moment } from './primitives.contract.js';

/**
 * Columns of the users' CSV, in the order of the export. The import accepts any order. `organization` is a name, empty for none.
 * GET /api/users/export?orgId returns such a file (text/csv). `orgId` is for system admins, as in GET /api/users.
 */
export const USER_CSV_COLUMNS = [
  'username',
  'email',
  'firstName',
  'lastName',
  'rankTitle',
  'role',
  'organization',
  'enabled',
] as const;

export const MAX_IMPORT_ROWS = 1_000;

const MAX_IMPORT_BYTES = 1_000_000;

/** Character encoding of a file. */
export const FileEncoding = z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'windows-1250', 'macintosh']);
export type FileEncoding = z.infer<typeof FileEncoding>;

/**
 * Body of POST /api/users/import?dryRun=true|false: the file in base64, or its text. The encoding of a file is detected unless
 * `encoding` is set. The first line names the columns, in any order and spelling; only `username` and `email` are required.
 * Without errors in any row an import is started (202), otherwise nothing is imported (200).
 */
export const UserImportRequest = z
  .strictObject({
    csv: z.string().max(MAX_IMPORT_BYTES, 'The file is larger than 1 MB.').optional(),
    file: z
      .string()
      .max((MAX_IMPORT_BYTES / 3 + 1) * 4, 'The file is larger than 1 MB.')
      .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'Must be base64.')
      .optional(),
    encoding: FileEncoding.optional(),
  })
  .refine(({ csv, file }) => (csv === undefined) !== (file === undefined), 'Send either csv or file.');
export type UserImportRequest = z.infer<typeof UserImportRequest>;

export const UserImportQuery = z.strictObject({
  dryRun: z.enum(['true', 'false']).transform((text) => text === 'true'),
});
export type UserImportQuery = z.infer<typeof UserImportQuery>;

/** A row of the file. `line` counts from 1, including the header. `unchanged`: the person exists with the same values. */
export const UserImportRow = z.object({
  line: z.int(),
  username: z.string(),
  outcome: z.enum(['new', 'unchanged', 'error']),
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
});
export type UserImportRow = z.infer<typeof UserImportRow>;

/** How a file was parsed, so that a wrong encoding or an unknown column is visible before the import starts. */
export const UserImportUnderstood = z.object({
  /** Null for a request with text. */
  encoding: FileEncoding.nullable(),
  delimiter: z.string(),
  /** The titles of the file's first line; `field` is null for a column that is ignored. */
  columns: z.array(z.object({ title: z.string(), field: z.enum(USER_CSV_COLUMNS).nullable() })),
  /** Columns that the file does not have, and the value that every user gets. */
  defaults: z.array(z.object({ field: z.enum(USER_CSV_COLUMNS), value: z.string() })),
  /** Some rows as parsed, rows with non-ASCII letters first. */
  sample: z.array(z.record(z.string(), z.string())),
});
export type UserImportUnderstood = z.infer<typeof UserImportUnderstood>;

export const MAX_SHOWN_REFUSALS = 100;

/**
 * A running or finished import: `made` and `refused` of `total`, and the first refused rows with their reasons.
 * GET /api/users/import/result returns the whole list as CSV, until 23 hours after the start.
 */
export const UserImport = z.object({
  id: Id,
  state: z.enum(['running', 'ended']),
  total: z.int(),
  made: z.int(),
  refused: z.int(),
  unchanged: z.int(),
  refusals: z.array(z.object({ line: z.int(), username: z.string(), reason: z.string() })),
  startedAt: Moment,
  endedAt: Moment.nullable(),
});
export type UserImport = z.infer<typeof UserImport>;

/** Response of GET /api/users/import: the newest import of the caller's organization, or a system admin's own. Null for none. */
export const UserImportStatus = z.object({ import: UserImport.nullable() });
export type UserImportStatus = z.infer<typeof UserImportStatus>;

/**
 * Effect of an import: `imported` users, and the seats of each affected organization. `import` is the started import, null for
 * a dry run and for a file with errors or without new users.
 */
export const UserImportResult = z.object({
  import: UserImport.nullable(),
  understood: UserImportUnderstood,
  rows: z.array(UserImportRow),
  imported: z.int(),
  seats: z.array(
    z.object({ organizationId: Id, name: z.string(), before: z.int(), after: z.int(), userLimit: z.int() }),
  ),
});
export type UserImportResult = z.infer<typeof UserImportResult>;

/** Query of GET /api/users/export, which returns CSV that the import accepts. `orgId` filters for system admins. */
export const UserExportQuery = z.strictObject({ orgId: Id.optional() });
export type UserExportQuery = z.infer<typeof UserExportQuery>;
