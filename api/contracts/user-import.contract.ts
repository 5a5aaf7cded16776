import { z } from 'zod';
import { Id } from './primitives.contract.js';

/**
 * Columns of the users' CSV, in this order, in export and import alike. `organization` is a name, empty for none.
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

/** POST /api/users/import?dryRun=true|false: the file's text. Without errors in any row everything is imported, else nothing. */
export const UserImportRequest = z.strictObject({ csv: z.string().max(1_000_000) });
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

/** What an import did (`imported` users) or, as a dry run, would do. Seats of each organization it touches. */
export const UserImportResult = z.object({
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
