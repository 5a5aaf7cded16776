import { z } from 'zod';
import { SECRET_NAMES } from '../../config.js';

/**
 * A backup is one gzip stream of text, in UTF-8:
 *
 *     -- ready-room-backup {…}                        BackupHeader, as JSON in one line
 *     COPY log.events ("epoch", …) FROM stdin;         one such part for each table, in the header's order:
 *     1\t7\t…                                         rows in PostgreSQL's COPY text format
 *     \.
 *     -- end {"sha256":"…","signature":"…"}           checksum and signature of all bytes before this line
 *
 * With BACKUP_KEY the whole stream is encrypted, see `encryption.ts`.
 *
 * The text is also a script for psql, on a database with the header's migrations and no rows. The file of keys has the same
 * format, but starts with `-- ready-room-keys`.
 */
export const FORMAT_VERSION = 1;

export const MARKS = { backup: '-- ready-room-backup ', keys: '-- ready-room-keys ' } as const;
export type FileKind = keyof typeof MARKS;

export const END_MARK = '-- end ';
export const END_OF_ROWS = '\\.\n';

/** A name that needs no quotes, so that a name from a file is safe in a statement. */
const Identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

const BackedUpTable = z.object({
  schema: z.enum(['log', 'plain']),
  table: Identifier,
  columns: z.array(Identifier).min(1),
  rows: z.number().int().nonnegative(),
});
/** Columns and row count of a table at the time of the backup. */
export type BackedUpTable = z.infer<typeof BackedUpTable>;

const ByName = <Value extends z.ZodType>(value: Value) => z.partialRecord(z.enum(SECRET_NAMES), value);

export const BackupHeader = z.object({
  formatVersion: z.literal(FORMAT_VERSION),
  /** Shared by a backup and the file of keys that was written with it. */
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  appVersion: z.string(),
  /** Version of the PostgreSQL server. */
  postgresVersion: z.string(),
  /** Names of the applied migrations. */
  migrations: z.array(z.string()),
  /** Engine of the log. */
  log: z.enum(['postgres', 'kurrentdb']),
  /**
   * Whether `log.events` contains the whole log. Absent in files of older versions, which did not back up a log in KurrentDB: there
   * the table contains only the events from before the log was moved.
   */
  holdsLog: z.boolean().optional(),
  /** Id of the platform in its log in KurrentDB. Absent for a log in PostgreSQL, and in files of older versions. */
  platformId: z.uuid().optional(),
  tables: z.array(BackedUpTable),
  /** Fingerprints that show whether a secret is the one of the backup, without revealing it. */
  fingerprints: ByName(z.string()),
  /** Secrets that the platform generated in `secrets.json`. Only in a file of keys. */
  secrets: ByName(z.string()).optional(),
});
export type BackupHeader = z.infer<typeof BackupHeader>;

/** Returns whether a backup contains the whole log, of either engine. */
export const containsLog = ({ holdsLog: recorded, log }: BackupHeader): boolean => recorded ?? log === 'postgres';

export const BackupEnd = z.object({ sha256: z.hex().length(64), signature: z.hex().length(64) });
export type BackupEnd = z.infer<typeof BackupEnd>;

/** Qualified name of the table of events. */
export const EVENTS_TABLE = 'log.events';

/** Returns the qualified name of a table, such as `log.events`. */
export const nameOf = ({ schema, table }: Pick<BackedUpTable, 'schema' | 'table'>): string => `${schema}.${table}`;

/** Returns the quoted columns of a table for a statement. */
export const columnsOf = ({ columns }: BackedUpTable): string => columns.map((column) => `"${column}"`).join(', ');

/** Returns the line before a table's rows, which is also the statement that inserts them. */
export const copyFrom = (table: BackedUpTable): string => `COPY ${nameOf(table)} (${columnsOf(table)}) FROM stdin;`;
