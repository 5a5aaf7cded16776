import type { ClientBase } from 'pg';
import { closeEpoch } from '../database/epoch.js';
import { migrate, migrateAsThen, type Migration } from '../database/migrate.js';
import { withClient } from '../database/postgres-roles.js';
import { formatPosition, LOG_START } from '../eventsourcing/message.js';
import { assertEmpty, dropEmptySchemas } from './assert-empty.js';
import { type BackedUpTable, type BackupHeader, copyFrom, containsLog, nameOf } from './backup-format.js';
import { copyIn } from './copy.js';
import { type FileToRead, readFile } from './read-file.js';
import { FileRefused } from './refusals.js';

export interface RestoreOptions {
  /** URL for the role that owns the schemas. */
  readonly adminUrl: string;
  /** Name of the application's role. */
  readonly appRole: string;
  /** Every migration of this build. */
  readonly migrations: readonly Migration[];
  /** Header of the checked file. */
  readonly header: BackupHeader;
  readonly file: string;
  readonly keysFile: string | undefined;
  readonly backupKey: string | undefined;
  /** Checkpoints of reactors that process the whole log again, because the restored keys may be older than their work. */
  readonly readersToRepeat: readonly string[];
  /** Called periodically with the number of compressed bytes of the backup that were read. */
  readonly onProgress?: (bytes: number) => void;
}

/**
 * Restores a checked backup into an empty database: creates the backup's schema, inserts all rows in one transaction, and applies
 * newer migrations. If the process is killed, the database is either still empty, or complete after the next start. Does not build
 * read models.
 * @throws FileRefused | TargetRefused
 */
export async function restoreBackup({
  adminUrl,
  appRole,
  migrations,
  header,
  file,
  keysFile,
  backupKey,
  readersToRepeat,
  onProgress,
}: RestoreOptions): Promise<void> {
  await withClient(adminUrl, async (client) => {
    await assertEmpty(client);
    await dropEmptySchemas(client);
  });
  await migrateAsThen(adminUrl, header.migrations, migrations);
  await withClient(adminUrl, async (client) => {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; begin');
    await load(client, { path: file, kind: 'backup', backupKey }, header.id, onProgress);
    if (keysFile !== undefined) await load(client, { path: keysFile, kind: 'keys', backupKey });
    // The leader of the backup does not lead here. The lease keeps its epoch, which fences checkpoints.
    await client.query('update plain.leases set expires_at = now()');
    await closeEpoch(client);
    if (header.log === 'kurrentdb' && containsLog(header)) await client.query(MOVE_CHECKPOINTS);
    await client.query('delete from plain.checkpoints where reader = any ($1)', [readersToRepeat]);
    await client.query('commit');
    await client.query('analyze');
  });
  await migrate(adminUrl, appRole, migrations);
}

/**
 * Moves the checkpoints of reactors to the position of their event in `log.events`. A backup's tables are slightly newer than its log
 * from KurrentDB, so a reactor may have processed an event after that log's end: it continues at the end. So does a reactor whose
 * checkpoint names no event, because an older version has moved it to the end of an accepted restore.
 */
const MOVE_CHECKPOINTS = `
  update plain.checkpoints c set (position, event_id, stream, version) = (
    select e.epoch || '.' || e.transaction_id || '.' || e.position, e.event_id, e.stream, e.version
    from (
      select * from log.events where event_id = c.event_id
      union all
      (select * from log.events order by epoch desc, transaction_id desc, position desc limit 1)
    ) e order by e.event_id = c.event_id desc limit 1)
  where c.position <> '${formatPosition(LOG_START)}'`;

async function load(
  client: ClientBase,
  file: FileToRead,
  id?: string,
  onRead?: (bytes: number) => void,
): Promise<void> {
  const { path } = file;
  const take = async (table: BackedUpTable, rows: AsyncIterable<Buffer>): Promise<void> => {
    const taken = await copyIn(client, copyFrom(table), rows);
    if (taken !== table.rows)
      throw new FileRefused(`${path} has ${taken} rows of ${nameOf(table)}, not ${table.rows}.`);
    await setSequences(client, table);
  };
  const { header } = await readFile(file, take, onRead);
  if (id !== undefined && header.id !== id)
    throw new FileRefused(`${path} was replaced while it was read: nothing was restored. Try again.`);
}

/** Sets the sequences of a table to the highest stored numbers. */
async function setSequences(client: ClientBase, table: BackedUpTable): Promise<void> {
  const name = nameOf(table);
  const { rows } = await client.query<{ column: string; sequence: string }>(
    `select a.attname as column, pg_get_serial_sequence($1, a.attname) as sequence from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
       and pg_get_serial_sequence($1, a.attname) is not null`,
    [name],
  );
  for (const { column, sequence } of rows) {
    await client.query(
      `select setval($1::regclass, (select max("${column}") from ${name})) where exists (select from ${name})`,
      [sequence],
    );
  }
}
