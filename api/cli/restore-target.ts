import type { Pool } from 'pg';
import type { KurrentDbSettings } from '../config-settings.js';
import { type BackupHeader, containsLog } from '../platform/backup/backup-format.js';
import { compareLog, type StoredLogState } from '../platform/backup/compare-log.js';
import { answered } from '../platform/backup/outside-log.js';
import type { FileToRead } from '../platform/backup/read-file.js';
import { TargetRefused } from '../platform/backup/refusals.js';
import { StartError } from '../platform/database/start-error.js';
import { WakeUps } from '../platform/database/wake-ups.js';
import { copyLog } from '../platform/eventsourcing/copying/copy-log.js';
import { recordLogEngine } from '../platform/eventsourcing/log-location.js';
import type { Log } from '../platform/eventsourcing/log.js';
import { adoptCheckpoints } from '../platform/eventsourcing/projecting/adopt-checkpoints.js';
import { showCopy, withProgress } from './progress-bar.js';
import { count, type Terminal } from './terminal.js';
import { CLI } from '../platform/ops/package-info.js';

/** The KurrentDB that a restored platform uses. */
export interface RestoreTarget {
  readonly log: Log;
  /** Id of the platform in this log. */
  readonly platformId: string;
  /** The part of the backup's log that it contained before the restore. */
  readonly stored: StoredLogState;
}

/** Checks that the backup, or a configured KurrentDB, contains the log. @throws StartError */
export function assertLogAtHand(settings: KurrentDbSettings | undefined, header: BackupHeader): void {
  if (settings || containsLog(header)) return;
  throw new StartError(
    'This backup does not contain the log, which was in KurrentDB. Restore KurrentDB separately and set KURRENTDB_URL. Nothing was changed.',
  );
}

/**
 * Opens the configured KurrentDB. Checks that it is empty, or contains the backup's log or the start of that log. Warns about events in it
 * that are newer than the backup.
 * @returns undefined when the log is restored into PostgreSQL
 * @throws StartError | TargetRefused
 */
export async function openRestoreTarget(
  settings: KurrentDbSettings | undefined,
  file: FileToRead,
  header: BackupHeader,
  terminal: Terminal,
): Promise<RestoreTarget | undefined> {
  if (!settings) return undefined;
  const { openKurrentDbTarget } = await import('../platform/eventsourcing/kurrentdb/kurrentdb-log.js');
  const { log, prepare } = await openKurrentDbTarget(settings, new WakeUps());
  try {
    const platformId = await answered(() => prepare(header.platformId));
    const { stored, newer } = await compareLog(file, header, log.store);
    if (stored !== 'all' && !containsLog(header))
      throw new TargetRefused(
        'This backup does not contain the log, and the KurrentDB of KURRENTDB_URL is empty or lacks a part of it. Restore KurrentDB separately first. Nothing was changed.',
      );
    if (newer > 0)
      terminal.err(
        `KurrentDB contains ${count(newer)} events that are newer than the backup. They are kept. Their mails are sent again. People whom they added cannot sign in. Their names cannot be decrypted without a newer file of keys.`,
      );
    return { log, platformId, stored };
  } catch (error) {
    await log.close();
    throw error;
  }
}

/** Copies the restored log to KurrentDB when one was opened, and records its location. */
export async function locateLog(
  pool: Pool,
  from: Log,
  header: BackupHeader,
  target: RestoreTarget | undefined,
  terminal: Terminal,
): Promise<void> {
  if (!target) {
    if (header.log === 'kurrentdb')
      terminal.out('The log of this backup was in KurrentDB and is now in PostgreSQL: start without KURRENTDB_URL.');
    return;
  }
  if (target.stored === 'all') terminal.out('KurrentDB already contains the log of this backup and was not changed.');
  else await copyToKurrentDb(from, target.log, terminal);
  await recordLogEngine(pool, 'kurrentdb', target.platformId);
  await adoptCheckpoints(pool, target.log.store, true);
}

async function copyToKurrentDb(from: Log, to: Log, terminal: Terminal): Promise<void> {
  try {
    const { events } = await withProgress(terminal, 'Copying the log', (show) =>
      copyLog(from.store, to.store, to.writer, showCopy(show)),
    );
    terminal.out(`The log was copied to KurrentDB: ${count(events)} events.`);
  } catch (cause) {
    throw new StartError(
      `Everything was restored into PostgreSQL, but the log is not complete in KurrentDB (${(cause as Error).message}). Run ${CLI} log copy --from postgres --to kurrentdb to continue, or start without KURRENTDB_URL.`,
      { cause },
    );
  }
}
