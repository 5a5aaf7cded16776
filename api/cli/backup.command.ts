import { SECRET_NAMES, type Secrets } from '../config.js';
import { KEYS_TABLE } from '../platform/backup/backed-up-tables.js';
import { recordBackup } from '../platform/backup/backup-age.js';
import type { BackupHeader } from '../platform/backup/backup-format.js';
import { FileRefused } from '../platform/backup/refusals.js';
import { type BackupOptions, type BackupSummary, writeBackup } from '../platform/backup/write-backup.js';
import { assertReplicaOf, replicaProblem } from '../platform/database/replica-identity.js';
import { untilReplayed } from '../platform/database/replica-lag.js';
import { loadKnownLog } from '../platform/eventsourcing/recognizing/known-log.js';
import { storedSecrets } from '../start/secrets.js';
import { pace, withProgress } from './progress-bar.js';
import { count, type Terminal } from './terminal.js';
import type { CliPlatform } from './with-platform.js';

/** How far a replica may be behind, which a backup waits for. */
const REPLAYED_WITHIN_MS = 10_000;

/** The files of a backup, and the settings that it uses. */
export interface BackupRequest extends Pick<BackupOptions, 'file' | 'keysFile' | 'backupKey'> {
  /** Undefined to read from the primary. */
  readonly replicaUrl: string | undefined;
}

/** `backup`: writes all data of one moment into a file, and the keys of the same moment into another. The platform may run meanwhile. */
export async function backup(platform: CliPlatform, terminal: Terminal, request: BackupRequest): Promise<number> {
  const { pool, secrets, dataDir, logEngine, log } = platform;
  const { file, keysFile, backupKey, replicaUrl } = request;
  const began = performance.now();
  const { header, bytes, subjects } = await withProgress(terminal, 'Backing up', async (show) => {
    const say = pace('rows');
    const onProgress = (rows: number, of: number): void => show(rows / Math.max(1, of), say(rows));
    const kept = inUse(await storedSecrets(dataDir), secrets);
    const files = { file, keysFile, backupKey };
    const platformId = (await loadKnownLog(pool))?.platformId ?? undefined;
    const about = { log: logEngine, platformId, store: log.store, secrets, storedSecrets: kept };
    return writeFiles(platform, terminal, replicaUrl, { ...files, ...about, onProgress });
  });
  await recordBackup(pool, header).catch((error: Error) =>
    terminal.err(`The backup is complete, but its time could not be recorded for alerts: ${error.message}`),
  );
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  terminal.out(
    `${file}: ${summaryOf(header)}, ${megabytes(bytes)}${backupKey === undefined ? '' : ', encrypted'}, written in ${seconds} s.`,
  );
  if (keysFile === undefined) {
    terminal.err(
      `No keys were written. Without ${KEYS_TABLE} the names in this backup cannot be decrypted. Use --keys <file>.`,
    );
    return 0;
  }
  terminal.out(
    `${keysFile}: keys of ${count(subjects)} people. Store it apart from the backup: together they reveal all personal data.`,
  );
  return 0;
}

/** Writes a backup of the replica if there is one. When it fails, writes a backup of the primary. */
async function writeFiles(
  { pool, adminUrl }: CliPlatform,
  { err }: Terminal,
  replicaUrl: string | undefined,
  options: BackupOptions,
): Promise<BackupSummary> {
  if (replicaUrl === undefined) return writeBackup(adminUrl, options);
  try {
    return await writeBackup(replicaUrl, {
      ...options,
      beforeSnapshot: async (client) => {
        await assertReplicaOf(pool, client);
        await untilReplayed(pool, client, REPLAYED_WITHIN_MS);
      },
    });
  } catch (error) {
    if (error instanceof FileRefused) throw error;
    err(`The replica ${replicaProblem(error)}: the backup is read from the primary.`);
    return writeBackup(adminUrl, options);
  }
}

/**
 * Returns the generated secrets that the platform uses. A setting takes precedence over the file, which may then belong to another
 * platform.
 */
const inUse = (stored: Partial<Secrets>, secrets: Secrets): Partial<Secrets> =>
  Object.fromEntries(SECRET_NAMES.flatMap((name) => (stored[name] === secrets[name] ? [[name, secrets[name]]] : [])));

/** Formats `201,234 events and 7,431 other rows of 2026-05-01T12:00:00.000Z`. */
export function summaryOf({ tables, createdAt }: BackupHeader): string {
  const all = tables.reduce((sum, { rows }) => sum + rows, 0);
  const events = eventsIn(tables);
  return `${count(events)} events and ${count(all - events)} other rows of ${createdAt}`;
}

export const eventsIn = (tables: BackupHeader['tables']): number =>
  tables.find(({ schema, table }) => schema === 'log' && table === 'events')?.rows ?? 0;

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
