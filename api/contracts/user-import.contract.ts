import { z } from 'zod';
import { Id, Moment } from './primitives.contract.js';

/**
 * Columns of the users' CSV in the order of the export; the import takes them in any. `organization` is a name, empty for none.
 * GET /api/users/export?orgId answers such a file (text/csv), `orgId` for system admins as in GET /api/users.
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

/** How the characters of a file are stored. */
export const FileEncoding = z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'windows-1250', 'macintosh']);
export type FileEncoding = z.infer<typeof FileEncoding>;

/**
 * POST /api/users/import?dryRun=true|false: the file in base64, of any encoding (found out unless `encoding` names it), or
 * its text. The first line names the columns, in any order and spelling; only `username` and `email` are required. Without
 * errors in any row an import is started (202), else nothing happens (200).
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

/** `line` counts from 1 with the header. `unchanged`: this person exists just so; nothing happens to them. */
export const UserImportRow = z.object({
  line: z.int(),
  username: z.string(),
  outcome: z.enum(['new', 'unchanged', 'error']),
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
});
export type UserImportRow = z.infer<typeof UserImportRow>;

/** How a file was read, so that a wrong encoding or an unknown column is seen before the import starts. */
export const UserImportUnderstood = z.object({
  /** Null for a request that brought text. */
  encoding: FileEncoding.nullable(),
  delimiter: z.string(),
  /** The titles of the file's first line; `field` is null for a column that is ignored. */
  columns: z.array(z.object({ title: z.string(), field: z.enum(USER_CSV_COLUMNS).nullable() })),
  /** Columns that the file does not have, and the value everybody gets. */
  defaults: z.array(z.object({ field: z.enum(USER_CSV_COLUMNS), value: z.string() })),
  /** A few rows as they were read, those with letters beyond ASCII first. */
  sample: z.array(z.record(z.string(), z.string())),
});
export type UserImportUnderstood = z.infer<typeof UserImportUnderstood>;

export const MAX_SHOWN_REFUSALS = 100;

/**
 * An import that workers carry out, or have: `made` and `refused` of `total`, the first refusals with their reasons.
 * GET /api/users/import/result answers the whole list as CSV, until a day after the start.
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

/** GET /api/users/import: the newest import of the caller's organization, of system admins their own; null for none. */
export const UserImportStatus = z.object({ import: UserImport.nullable() });
export type UserImportStatus = z.infer<typeof UserImportStatus>;

/**
 * What an import would do: `imported` users in seats of each organization it touches. `import` is what was started, null for
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

/** GET /api/users/export: the users as CSV, which the import reads; `orgId` narrows for system admins. */
export const UserExportQuery = z.strictObject({ orgId: Id.optional() });
export type UserExportQuery = z.infer<typeof UserExportQuery>;
