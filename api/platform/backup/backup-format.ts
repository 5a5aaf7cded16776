import { z } from 'zod';
import { SECRET_NAMES } from '../../config.js';

/**
 * A backup is one gzip stream of text, in UTF-8:
 *
 *     -- ready-room-backup {…}                        the header below, as JSON in one line
 *     COPY log.events ("epoch", …) FROM stdin;         one such part a table, in the header's order:
 *     1\t7\t…                                         rows in PostgreSQL's COPY text format
 *     \.
 *     -- end {"sha256":"…","signature":"…"}           over all bytes before this line
 *
 * With BACKUP_KEY that stream is encrypted as a whole, see `encryption.ts`.
 *
 * So it is also a script for psql on a database with the header's migrations and nothing else. The file of keys has the same
 * form and only begins with `-- ready-room-keys`.
 */
export const FORMAT_VERSION = 1;

export const MARKS = { backup: '-- ready-room-backup ', keys: '-- ready-room-keys ' } as const;
export type FileKind = keyof typeof MARKS;

export const END_MARK = '-- end ';
export const END_OF_ROWS = '\\.\n';

/** A name that needs no quotes, so that what a file says can stand in a statement. */
const Identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

const BackedUpTable = z.object({
  schema: z.enum(['log', 'plain']),
  table: Identifier,
  columns: z.array(Identifier).min(1),
  rows: z.number().int().nonnegative(),
});
/** A table as it was when it was backed up. */
export type BackedUpTable = z.infer<typeof BackedUpTable>;

const ByName = <Value extends z.ZodType>(value: Value) => z.partialRecord(z.enum(SECRET_NAMES), value);

export const BackupHeader = z.object({
  formatVersion: z.literal(FORMAT_VERSION),
  /** The same in a backup and in the keys written with it. */
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  appVersion: z.string(),
  /** Of the server. */
  postgresVersion: z.string(),
  /** Names of the migrations the tables had seen. */
  migrations: z.array(z.string()),
  /** The engine of the log. */
  log: z.enum(['postgres', 'kurrentdb']),
  /**
   * Whether `log.events` holds the whole log. Absent in files of versions that left out a log in KurrentDB: there the table holds
   * only the events from before the log was moved.
   */
  holdsLog: z.boolean().optional(),
  tables: z.array(BackedUpTable),
  /** By which it is known whether a secret is the one of then; says nothing about the secret. */
  fingerprints: ByName(z.string()),
  /** Only in a file of keys: what the platform had made for itself in `secrets.json`. */
  secrets: ByName(z.string()).optional(),
});
export type BackupHeader = z.infer<typeof BackupHeader>;

/** Whether a backup holds the whole log, from whichever engine. */
export const holdsLog = ({ holdsLog: told, log }: BackupHeader): boolean => told ?? log === 'postgres';

export const BackupEnd = z.object({ sha256: z.hex().length(64), signature: z.hex().length(64) });
export type BackupEnd = z.infer<typeof BackupEnd>;

/** The table of the events. */
export const EVENTS_TABLE = 'log.events';

/** `log.events`, as statements and people name it. */
export const nameOf = ({ schema, table }: Pick<BackedUpTable, 'schema' | 'table'>): string => `${schema}.${table}`;

/** The columns as statements name them. */
export const columnsOf = ({ columns }: BackedUpTable): string => columns.map((column) => `"${column}"`).join(', ');

/** The line before a table's rows, and the statement that takes them. */
export const copyFrom = (table: BackedUpTable): string => `COPY ${nameOf(table)} (${columnsOf(table)}) FROM stdin;`;
