import { appendFile, chown, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { copyCluster, copyRunningCluster, copyToDisk } from './cluster-copy.js';
import { exists, locateCluster } from './postgres-location.js';
import { withClient } from './postgres-roles.js';
import { urlsOf } from './postgres-run.js';
import { type Cluster, findServer, stopServer } from './postgres-server.js';
import { loadPostgresState } from './postgres-state.js';
import type { OsUser } from './postgres-user.js';
import { StartError } from './start-error.js';
import { archiveOf, restoreCommand, systemIdentifierOf, timelineAt } from './wal-archive.js';

/** Name of the file in a base backup that stores the time of its end. PostgreSQL cannot stop a recovery earlier. */
const END_FILE = 'backup_end';
const SEGMENT = /^[0-9A-F]{24}$/;
/** SQLSTATE of a statement that took longer than its timeout. */
const CANCELED = '57014';

/**
 * Takes a base backup of the embedded PostgreSQL while the platform runs. With the WAL archive, the backup can be recovered to any
 * later moment.
 * @param folder folder of the backup, which must not exist yet
 * @returns the name of the oldest archived file that a recovery from this backup needs
 * @throws StartError when there is no database, the folder exists, or the WAL is not archived
 */
export async function takeBaseBackup(dataDir: string, folder: string): Promise<string> {
  const state = await loadPostgresState(dataDir);
  if (!state) throw new StartError(`There is no database in ${dataDir} yet: npm start creates it.`);
  if (await exists(folder)) throw new StartError(`${folder} already exists: choose another folder.`);
  const { cluster } = await locateCluster(dataDir, state, () => undefined);
  const { superuserUrl } = urlsOf(state);
  const isArchived = await withClient(superuserUrl, async (client) => {
    const { rows } = await client.query<{ mode: string }>(`select current_setting('archive_mode') as mode`);
    return rows[0]!.mode !== 'off';
  });
  if (!isArchived) throw new StartError('The WAL is not archived: set WAL_ARCHIVE_DIR, then restart the platform.');
  const draft = `${folder}.part`;
  if (await exists(draft))
    throw new StartError(
      `${draft} already exists, perhaps from an interrupted base backup: remove it, then try again.`,
    );
  try {
    await copyRunningCluster(superuserUrl, cluster.directory, draft, undefined);
    await writeFile(join(draft, END_FILE), new Date().toISOString(), { mode: 0o600, flush: true });
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw (error as { code?: unknown }).code === CANCELED ? notArchived(error) : error;
  }
  const label = await readFile(join(folder, 'backup_label'), 'utf8');
  return /\(file ([0-9A-F]{24})\)/.exec(label)![1]!;
}

const notArchived = (cause: unknown): StartError =>
  new StartError(
    'PostgreSQL did not archive the WAL of the base backup in time: check that it can write to WAL_ARCHIVE_DIR, then try again.',
    { cause },
  );

/**
 * Replaces the embedded database by a base backup. The next start of PostgreSQL recovers from the archive to the moment, or to the
 * end of the WAL, and continues on a new timeline. WAL that is not archived yet is copied from the current files.
 * Must be called while this process holds the lock of the data folder.
 * @param moment point in time to recover to; undefined for the end of the WAL
 * @returns the folder that keeps the previous files; null when there were none
 * @throws StartError when the base backup, its archive or `postgres.json` is missing, or the moment is too early
 */
export async function prepareRecovery(
  dataDir: string,
  archiveDir: string,
  base: string,
  moment: Date | undefined,
): Promise<string | null> {
  const label = await readFile(join(base, 'backup_label'), 'utf8').catch(() => undefined);
  if (label === undefined) throw new StartError(`${base} is not a base backup: it has no backup_label.`);
  // Base backups of older versions store only the time of their start.
  const end = await readFile(join(base, END_FILE), 'utf8').catch(() => /START TIME: (.*)/.exec(label)![1]!);
  if (moment && moment < new Date(end))
    throw new StartError(
      `The base backup can only recover to moments after ${new Date(end).toISOString()}: use an older one.`,
    );
  const identifier = await systemIdentifierOf(base);
  const archive = archiveOf(archiveDir, identifier);
  if (!(await exists(archive))) throw new StartError(`${archive} is missing: set WAL_ARCHIVE_DIR to its archive.`);
  const state = await loadPostgresState(dataDir);
  if (!state) throw new StartError(`${join(dataDir, 'postgres.json')} is missing: restore the one of the base backup.`);
  const { cluster } = await locateCluster(dataDir, { ...state, port: 0 }, () => undefined);
  await putBack(cluster.directory);
  const running = findServer(cluster.directory);
  if (running) await stopServer(cluster.directory, running.pid);
  return exchange(cluster, base, identifier, { archive, moment });
}

/** Undoes the first rename of a recovery that was killed between its two renames. */
async function putBack(directory: string): Promise<void> {
  if ((await exists(directory)) || !(await exists(`${directory}.recovery`))) return;
  const prefix = `${basename(directory)}.before-`;
  const newest = (await readdir(dirname(directory)))
    .filter((name) => name.startsWith(prefix))
    .toSorted()
    .at(-1);
  if (newest) await rename(join(dirname(directory), newest), directory);
}

async function exchange(
  { directory, user }: Cluster,
  base: string,
  identifier: string,
  target: RecoveryTarget,
): Promise<string | null> {
  const draft = `${directory}.recovery`;
  const isPresent = await exists(directory);
  await rm(draft, { recursive: true, force: true });
  try {
    await copyCluster(base, draft, user);
    await copyToDisk(join(base, 'backup_label'), join(draft, 'backup_label'), user);
    if (isPresent && (await systemIdentifierOf(directory)) === identifier) await takeSegments(directory, draft, user);
    await writeTarget(draft, target, user);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  const aside = isPresent ? `${directory}.before-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}` : null;
  if (aside) await rename(directory, aside);
  await rename(draft, directory);
  return aside;
}

interface RecoveryTarget {
  readonly archive: string;
  /** Undefined for the end of the WAL. */
  readonly moment: Date | undefined;
}

async function writeTarget(
  directory: string,
  { archive, moment }: RecoveryTarget,
  user: OsUser | undefined,
): Promise<void> {
  const settings = {
    restore_command: restoreCommand(archive),
    // An earlier recovery began a timeline without the WAL after its moment, so the newest timeline does not lead to every moment.
    recovery_target_timeline: moment ? ((await timelineAt(archive, moment)) ?? 'current') : 'latest',
    // PostgreSQL does not know time zone abbreviations, not even Z, while it reads its configuration files.
    recovery_target_time: moment?.toISOString().replace('Z', '+00:00') ?? '',
    recovery_target_action: 'promote',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`);
  await appendFile(join(directory, 'postgresql.auto.conf'), lines.join(''), { flush: true });
  await writeFile(join(directory, 'recovery.signal'), '', { mode: 0o600, flush: true });
  if (user) await chown(join(directory, 'recovery.signal'), user.uid, user.gid);
}

/** Copies WAL segments that may not be archived yet. PostgreSQL prefers the archive. */
async function takeSegments(from: string, to: string, user: OsUser | undefined): Promise<void> {
  for (const name of await readdir(join(from, 'pg_wal'))) {
    if (!SEGMENT.test(name) && !name.endsWith('.history')) continue;
    await copyToDisk(join(from, 'pg_wal', name), join(to, 'pg_wal', name), user);
  }
}
