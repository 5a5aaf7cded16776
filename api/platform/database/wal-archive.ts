import { chown, mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { StartError } from './start-error.js';
import { canEnter, type OsUser } from './postgres-user.js';

/** Seconds after which PostgreSQL archives a segment that is not full: the most that the loss of a disk can cost. */
const ARCHIVE_AT_LEAST_EVERY = '60';

/**
 * Creates the folder for a cluster's WAL archive. Each cluster has its own folder below `archiveDir`. In a shared folder, the segment
 * names of a new database would already exist, and archiving would fail.
 * @throws StartError when this process or the server's user cannot use the folder
 */
export async function openWalArchive(
  archiveDir: string,
  clusterDirectory: string,
  user: OsUser | undefined,
): Promise<string> {
  const folder = archiveOf(archiveDir, await systemIdentifierOf(clusterDirectory));
  try {
    // The server's user needs to enter this folder but not to list it.
    await mkdir(archiveDir, { recursive: true, mode: user ? 0o711 : 0o700 });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (user) await chown(folder, user.uid, user.gid);
    if (!user || (await canEnter(user, folder))) return folder;
  } catch (cause) {
    throw new StartError(
      `The WAL archive ${folder} cannot be used (${(cause as NodeJS.ErrnoException).code}): give this user write access, or set WAL_ARCHIVE_DIR to another folder.`,
      { cause },
    );
  }
  throw new StartError(
    `The user that runs PostgreSQL cannot access the WAL archive ${folder}: set WAL_ARCHIVE_DIR to a folder outside home folders.`,
  );
}

/** Returns the folder of one cluster's WAL below WAL_ARCHIVE_DIR. */
export const archiveOf = (archiveDir: string, systemIdentifier: string): string => join(archiveDir, systemIdentifier);

/** Returns the system identifier, which a cluster shares only with its copies. */
export async function systemIdentifierOf(clusterDirectory: string): Promise<string> {
  const file = await open(join(clusterDirectory, 'global', 'pg_control'));
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.readBigUInt64LE().toString();
  } finally {
    await file.close();
  }
}

/**
 * Returns server settings that archive the WAL to a folder, compressed because the rest of a partly filled segment is zeros. If a
 * segment is already archived, as after a crash, the command compares it and fails on a difference. The server removes archived
 * segments, so the command also flushes the folder to disk.
 */
export function archiveSettings(folder: string): Readonly<Record<string, string>> {
  const target = `${quoted(folder)}/%f.gz`;
  const isArchived = `gzip -dc ${target} | cmp -s - %p`;
  const archive = `gzip -c %p > ${target}.part && sync ${target}.part && mv ${target}.part ${target}`;
  return {
    archive_mode: 'on',
    archive_command: `if test -f ${target}; then ${isArchived}; else ${archive}; fi && sync ${quoted(folder)}`,
    archive_timeout: ARCHIVE_AT_LEAST_EVERY,
  };
}

/** Returns the `restore_command` that matches {@link archiveSettings}. */
export function restoreCommand(folder: string): string {
  const source = `${quoted(folder)}/%f.gz`;
  return `test -f ${source} && gzip -dc ${source} > %p`;
}

/**
 * Returns whether archiving fails: then WAL fills the database's disk, and recoveries to a point in time lack it.
 * Always false when archiving is off.
 */
export async function isArchiveFailing(client: Pick<Pool, 'query'>): Promise<boolean> {
  // The archiver's statistics survive a restart that turns archiving off.
  const { rows } = await client.query<{ failing: boolean }>({
    name: 'archive-failure',
    text: `select coalesce(last_failed_time, '-infinity') > coalesce(last_archived_time, '-infinity')
                  and current_setting('archive_mode') <> 'off' as failing from pg_stat_archiver`,
  });
  return rows[0]!.failing;
}

/** Offset of the time field in a gzip file: the modification time of the original in Unix seconds, or 0. */
const GZIP_TIME_OFFSET = 4;

/**
 * Returns the timeline of a cluster at a moment, in the format of PostgreSQL's settings.
 * @returns undefined when the archive has no timeline that began before the moment
 */
export async function timelineAt(folder: string, moment: Date): Promise<string | undefined> {
  const histories = (await readdir(folder)).filter((name) => /^[0-9A-F]{8}\.history\.gz$/.test(name)).toSorted();
  for (const name of histories.toReversed())
    if ((await compressedAt(join(folder, name))) <= moment.getTime()) return String(Number.parseInt(name, 16));
  return undefined;
}

/** Returns the time stored in a gzip file, which survives a copy to another machine, or else the file's own time. */
async function compressedAt(path: string): Promise<number> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, GZIP_TIME_OFFSET);
    return buffer.readUInt32LE() * 1_000 || (await file.stat()).mtimeMs;
  } finally {
    await file.close();
  }
}

/** Quotes a path for the shell, and escapes percent signs, which PostgreSQL would replace. */
const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;
