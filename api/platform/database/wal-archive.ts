import { chown, mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { StartError } from './start-error.js';
import { canEnter, type OsUser } from './postgres-user.js';

/** Seconds after which a segment is archived although it is not full: as much may be lost with the disk. */
const ARCHIVE_AT_LEAST_EVERY = '60';

/**
 * Makes the folder in which a cluster archives its WAL. Each cluster has one of its own below `archiveDir`, or a new database
 * would find its segments' names taken and never archive.
 * @throws StartError when the server's user cannot get there
 */
export async function openWalArchive(
  archiveDir: string,
  clusterDirectory: string,
  user: OsUser | undefined,
): Promise<string> {
  const folder = archiveOf(archiveDir, await systemIdentifierOf(clusterDirectory));
  try {
    // The server's user passes through it and never lists it.
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
    `The WAL archive ${folder} is closed to the user that runs PostgreSQL: set WAL_ARCHIVE_DIR to a folder outside home folders.`,
  );
}

/** The folder of one cluster's WAL below WAL_ARCHIVE_DIR. */
export const archiveOf = (archiveDir: string, systemIdentifier: string): string => join(archiveDir, systemIdentifier);

/** Returns the identifier that a cluster shares only with its copies. */
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
 * Server settings that archive into a folder, compressed: the rest of a segment that is not full is zeros. A segment that was
 * archived before a crash is compared, a different one of its name is an error. The server removes an archived segment, so the folder
 * is written to the disk as well.
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

/** The `restore_command` for what {@link archiveSettings} archives. */
export function restoreCommand(folder: string): string {
  const source = `${quoted(folder)}/%f.gz`;
  return `test -f ${source} && gzip -dc ${source} > %p`;
}

/**
 * True while the server fails to archive. WAL then fills the database's disk, and a recovery to a point in time would lack it.
 * Always false where archiving is off.
 */
export async function isArchiveFailing(client: Pick<Pool, 'query'>): Promise<boolean> {
  // The statistics of an archive survive the restart that switches it off.
  const { rows } = await client.query<{ failing: boolean }>({
    name: 'archive-failure',
    text: `select coalesce(last_failed_time, '-infinity') > coalesce(last_archived_time, '-infinity')
                  and current_setting('archive_mode') <> 'off' as failing from pg_stat_archiver`,
  });
  return rows[0]!.failing;
}

/** Offset of the time in a gzip file: that of the compressed file, in seconds, or 0. */
const GZIP_TIME_OFFSET = 4;

/**
 * Returns the timeline that a cluster was on at a moment, as PostgreSQL's settings name it.
 * @returns undefined when the archive has no timeline that began before the moment
 */
export async function timelineAt(folder: string, moment: Date): Promise<string | undefined> {
  const histories = (await readdir(folder)).filter((name) => /^[0-9A-F]{8}\.history\.gz$/.test(name)).toSorted();
  for (const name of histories.toReversed())
    if ((await compressedAt(join(folder, name))) <= moment.getTime()) return String(Number.parseInt(name, 16));
  return undefined;
}

/** The time inside survives a copy of the archive to another machine. Not every gzip writes it. */
async function compressedAt(path: string): Promise<number> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, GZIP_TIME_OFFSET);
    return buffer.readUInt32LE() * 1_000 || (await file.stat()).mtimeMs;
  } finally {
    await file.close();
  }
}

/** For the shell; PostgreSQL replaces what follows a percent sign. */
const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;
