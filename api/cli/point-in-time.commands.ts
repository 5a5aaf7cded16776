import { resolve } from 'node:path';
import { z } from 'zod';
import type { Config } from '../config.js';
import { openDataDir } from '../platform/database/data-dir.js';
import { isPlatformRunning, lockDataDir } from '../platform/database/data-dir-lock.js';
import { prepareRecovery, takeBaseBackup } from '../platform/database/point-in-time.js';
import { StartError } from '../platform/database/start-error.js';
import type { Terminal } from './terminal.js';

const Moment = z.iso.datetime({ offset: true });

/** `base-backup`: copies the files of the embedded PostgreSQL into a folder while the platform runs. */
export async function baseBackup(config: Config, { out }: Terminal, folder: string): Promise<number> {
  assertEmbedded(config);
  if (!isPlatformRunning(config.dataDir)) throw new StartError('The platform is not running: start it first.');
  const oldest = await takeBaseBackup(config.dataDir, resolve(folder));
  out(`${folder}: a copy of the database. A recovery from it needs the WAL archive from ${oldest} on.`);
  return 0;
}

/** `recover`: replaces the database by a base backup. The next start recovers to a moment, or to the end of the WAL archive. */
export async function recover(
  config: Config,
  { out }: Terminal,
  folder: string,
  to: string | undefined,
): Promise<number> {
  assertEmbedded(config);
  const { walArchiveDir, dataDir } = config;
  if (!walArchiveDir) throw new StartError('Set WAL_ARCHIVE_DIR to the folder of the WAL archive.');
  const moment = to === undefined ? undefined : momentOf(to);
  const unlock = await lockDataDir(await openDataDir(dataDir));
  try {
    const aside = await prepareRecovery(dataDir, walArchiveDir, resolve(folder), moment);
    if (aside) out(`The previous database was moved to ${aside}.`);
  } finally {
    unlock();
  }
  out(`Start the platform: it recovers to ${moment?.toISOString() ?? 'the end of the WAL archive'}, then serves.`);
  return 0;
}

function momentOf(text: string): Date {
  const parsed = Moment.safeParse(text);
  if (!parsed.success) throw new StartError(`--to ${text} is not a time with its zone, such as 2026-11-24T09:30:00Z.`);
  const moment = new Date(parsed.data);
  if (moment > new Date()) throw new StartError(`--to ${text} is in the future.`);
  return moment;
}

function assertEmbedded({ databaseUrl, kurrentDb }: Config): void {
  if (databaseUrl)
    throw new StartError('This command is for the embedded PostgreSQL; DATABASE_URL names another server.');
  if (kurrentDb)
    throw new StartError(
      'This command needs the log in PostgreSQL; KURRENTDB_URL is set. A recovery would lose the keys of events in KurrentDB: use backup and restore.',
    );
}
