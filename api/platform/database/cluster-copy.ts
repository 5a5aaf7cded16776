import { chown, copyFile, mkdir, open, readdir, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { OsUser } from './postgres-user.js';

/** Folders that are empty in a copy: their content belongs to the running server or to the archive. */
const EMPTY = new Set([
  'pg_wal',
  'pg_wal/archive_status',
  'pg_wal/summaries',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|(backup_label|tablespace_map)(\.old)?|backup_end|(recovery|standby)\.signal|pgsql_tmp.*)$/;

/**
 * Copies the files of a running cluster without interrupting it (the embedded binaries do not include `pg_basebackup`). A server on
 * the copy needs all WAL since the copy began, from the archive or from a primary.
 * @param superuserUrl URL of the running server, for its superuser
 * @param to folder of the copy, which must not exist yet
 * @param owner user that owns the copy; set when this process runs as root
 * @returns once the WAL that makes the copy consistent is archived, if the server archives
 */
export async function copyRunningCluster(
  superuserUrl: string,
  from: string,
  to: string,
  owner: OsUser | undefined,
): Promise<void> {
  // PostgreSQL ends the backup with its session, so an interrupted copy leaves nothing behind on the server.
  const client = new pg.Client({ connectionString: superuserUrl });
  // A connection that breaks while files are copied rejects the next statement.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // pg_backup_stop() waits until the WAL is archived: without a timeout, forever if archiving fails.
    await client.query("set statement_timeout = '10min'");
    await client.query("select pg_backup_start('ready-room', fast => true)");
    await copyCluster(from, to, owner);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
    const label = join(to, 'backup_label');
    await writeFile(label, rows[0]!.labelfile, { mode: 0o600, flush: true });
    if (owner) await chown(label, owner.uid, owner.gid);
  } finally {
    await client.end();
  }
}

/** Copies the files of a cluster and flushes each to disk. Leaves out the files below {@link EMPTY} and those in {@link LEFT_OUT}. */
export async function copyCluster(from: string, to: string, owner: OsUser | undefined, below = ''): Promise<void> {
  const folder = join(to, below);
  await mkdir(folder, { mode: 0o700 });
  if (owner) await chown(folder, owner.uid, owner.gid);
  for (const entry of await readdir(join(from, below), { withFileTypes: true })) {
    const path = join(below, entry.name);
    if (LEFT_OUT.test(entry.name)) continue;
    if (entry.isDirectory()) await copyCluster(from, to, owner, path);
    else if (!EMPTY.has(below)) await copyToDisk(join(from, path), join(to, path), owner, entry.isSymbolicLink());
  }
}

/** Copies a file and flushes it to disk. Does nothing when the file no longer exists. */
export async function copyToDisk(from: string, to: string, owner: OsUser | undefined, isLink = false): Promise<void> {
  try {
    if (isLink) return await symlink(await readlink(from), to);
    await copyFile(from, to);
  } catch (error) {
    // The server has removed the file since the folder was read. Replaying the WAL accounts for that.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (owner) await chown(to, owner.uid, owner.gid);
  const file = await open(to, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
