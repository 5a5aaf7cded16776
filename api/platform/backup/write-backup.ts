import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { ClientBase } from 'pg';
import { newestSecret } from '../../config-settings.js';
import type { Secrets } from '../../config.js';
import type { EventStore } from '../eventsourcing/event-store.js';
import type { LogEngine } from '../eventsourcing/log-location.js';
import { BUILD_ID } from '../ops/package-info.js';
import { KEYS_TABLE, type TableToBackUp, tablesToBackUp } from './backed-up-tables.js';
import {
  BackupHeader,
  columnsOf,
  copyFrom,
  END_OF_ROWS,
  EVENTS_TABLE,
  type FileKind,
  FORMAT_VERSION,
  MARKS,
  nameOf,
} from './backup-format.js';
import { countLines } from './count-lines.js';
import { copyOut } from './copy.js';
import { assertBefore, endOfLog, type OutsideRows, outsideRows } from './outside-log.js';
import { FileRefused } from './refusals.js';
import { inSnapshot } from './snapshot.js';
import { fingerprintsOf } from './secret-marks.js';
import { refuseExisting, type UnfinishedFile, writeFile } from './write-file.js';

export interface BackupOptions {
  readonly file: string;
  /** Undefined to write no keys. */
  readonly keysFile: string | undefined;
  /** The setting BACKUP_KEY; without it the files are not encrypted. */
  readonly backupKey: string | undefined;
  readonly log: LogEngine;
  /** Id of the platform in its log in KurrentDB, if one is recorded. */
  readonly platformId: string | undefined;
  /** Called with the connection before its snapshot begins. The snapshot of a replica must not be older than the log's end. */
  readonly beforeSnapshot?: ((client: ClientBase) => Promise<void>) | undefined;
  /** The log with encrypted events. Read only if the log is not in the database. */
  readonly store: EventStore;
  readonly secrets: Secrets;
  /** Content of `secrets.json`, written to the file of keys. */
  readonly storedSecrets: Partial<Secrets>;
  /** Called periodically with the number of rows written and the total. */
  readonly onProgress?: (rows: number, of: number) => void;
}

export interface BackupSummary {
  readonly header: BackupHeader;
  readonly bytes: number;
  /** Number of people whose keys were written. */
  readonly subjects: number;
}

/**
 * Writes a backup: the log and the plain tables at one moment, and the keys of the same moment in a separate file. The platform
 * keeps running, because a read-only transaction delays neither writers nor readers of the log. A log in KurrentDB is written as
 * rows of `log.events`. It ends just before the snapshot of the tables, so that the tables contain all keys and claims it needs.
 * @throws FileRefused when a file exists or cannot be written; StartError when the log or the database cannot be read
 */
export async function writeBackup(databaseUrl: string, options: BackupOptions): Promise<BackupSummary> {
  const { file, keysFile } = options;
  if (keysFile !== undefined && resolve(keysFile) === resolve(file))
    throw new FileRefused('Write the keys to another file, which can be stored separately.');
  for (const path of [file, keysFile]) if (path !== undefined) await refuseExisting(path);
  const end = options.log === 'postgres' ? undefined : await endOfLog(options.store);
  const { beforeSnapshot = () => Promise.resolve() } = options;
  return inSnapshot(databaseUrl, beforeSnapshot, async (client, about) => {
    const common = {
      ...about,
      formatVersion: FORMAT_VERSION,
      id: randomUUID(),
      createdAt: new Date().toISOString(),
      appVersion: BUILD_ID,
      log: options.log,
      holdsLog: true,
      platformId: options.platformId,
      fingerprints: fingerprintsOf(options.secrets),
    } as const;
    const fileKeys = { auditKey: newestSecret(options.secrets.AUDIT_KEY), backupKey: options.backupKey };
    const written: UnfinishedFile[] = [];
    try {
      const write = async (kind: FileKind, path: string, more: Pick<BackupHeader, 'secrets'>) => {
        const outside = end && kind === 'backup' ? await outsideRows(client, options.store, end) : undefined;
        const counted = outside && { [EVENTS_TABLE]: outside.before + outside.count };
        const tables = await tablesToBackUp(client, kind === 'keys', counted);
        const header = BackupHeader.parse({ ...common, ...more, tables });
        const text = textOf(client, kind, header, { ...options, tables, outside });
        written.push(await writeFile(path, text, fileKeys));
        return header;
      };
      const header = await write('backup', file, {});
      const keys = keysFile && (await write('keys', keysFile, { secrets: options.storedSecrets }));
      // Renames the keys first, so that a backup with its final name always has its keys.
      for (const each of written.toReversed()) await each.finish();
      return { header, bytes: written[0]!.bytes, subjects: keys ? keysIn(keys) : 0 };
    } catch (error) {
      await Promise.all(written.map((each) => each.discard()));
      throw error;
    }
  });
}

interface Content extends Pick<BackupOptions, 'onProgress'> {
  readonly tables: readonly TableToBackUp[];
  readonly outside: OutsideRows | undefined;
}

async function* textOf(
  client: ClientBase,
  kind: FileKind,
  header: BackupHeader,
  { tables, outside, onProgress }: Content,
): AsyncGenerator<Buffer | string> {
  const total = rowsOf(header.tables);
  let rows = 0;
  yield `${MARKS[kind]}${JSON.stringify(header)}\n`;
  for (const table of tables) {
    yield `${copyFrom(table)}\n`;
    for await (const piece of piecesOf(client, table, outside)) {
      rows += countLines(piece);
      onProgress?.(rows, total);
      yield piece;
    }
    yield END_OF_ROWS;
  }
}

/** Returns the rows of a table. Events are in log order, so that a restore can compare them with another log. */
async function* piecesOf(
  client: ClientBase,
  table: TableToBackUp,
  outside: OutsideRows | undefined,
): AsyncGenerator<Buffer> {
  const isLog = nameOf(table) === EVENTS_TABLE;
  const order = isLog ? ' order by epoch, transaction_id, position' : '';
  const rowsToCopy = `select ${columnsOf(table)} from ${nameOf(table)} where ${table.where}${order}`;
  const rowsInside = copyOut(client, `copy (${rowsToCopy}) to stdout`);
  if (!isLog || !outside) return yield* rowsInside;
  let rows = 0;
  for await (const piece of rowsInside) {
    rows += countLines(piece);
    yield piece;
  }
  assertBefore(outside, rows);
  yield* outside.read(table);
}

/** Returns the number of keys in a file of keys. */
export const keysIn = ({ tables }: BackupHeader): number =>
  rowsOf(tables.filter((table) => nameOf(table) === KEYS_TABLE));

const rowsOf = (tables: readonly { rows: number }[]): number => tables.reduce((sum, { rows }) => sum + rows, 0);
