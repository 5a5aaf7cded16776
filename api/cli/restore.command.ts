import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { projections } from '../app.module.js';
import { newestSecret, secretValues } from '../config-settings.js';
import type { Config, Secrets } from '../config.js';
import { repeatErasuresOf } from '../features/people/privacy/erase-person.js';
import type { Erasures } from '../features/people/privacy/erasures-file.js';
import { ERASED_PEOPLE_READER, repeatErasures } from '../features/people/privacy/erased-people.js';
import { streams } from '../streams.js';
import { MIGRATIONS } from '../migrations.js';
import { type BackupHeader, containsLog } from '../platform/backup/backup-format.js';
import { assertEmpty } from '../platform/backup/assert-empty.js';
import { restoreBackup } from '../platform/backup/restore-backup.js';
import { systemClock } from '../platform/clock.js';
import { Hints } from '../platform/database/hints.js';
import { withClient } from '../platform/database/postgres-roles.js';
import { StartError } from '../platform/database/start-error.js';
import { Claims } from '../platform/eventsourcing/claims.js';
import type { EventStore } from '../platform/eventsourcing/event-store.js';
import { recordLogEngine } from '../platform/eventsourcing/log-location.js';
import { type Log, postgresLog } from '../platform/eventsourcing/log.js';
import { PersonalDataVault } from '../platform/eventsourcing/personal-data.js';
import { EncryptingEventStore } from '../platform/eventsourcing/encrypting-event-store.js';
import { SubjectKeys } from '../platform/eventsourcing/personal-data-keys.js';
import { ProjectionSet } from '../platform/eventsourcing/projecting/projection-set.js';
import { projectWholeLog } from '../platform/eventsourcing/projecting/project-whole-log.js';
import { openDatabase } from '../start/open-database.js';
import { replaceSecrets } from '../start/secrets.js';
import { eventsIn, summaryOf } from './backup.command.js';
import { checkBackup, type CheckedBackup, checkSignatures, secretsThatDiffer } from './checked-backup.js';
import { readErasures } from './privacy.commands.js';
import { erasedPeople, redactAs, ruleOf } from './redact.command.js';
import { pace, withProgress } from './progress-bar.js';
import { assertLogAtHand, openRestoreTarget, locateLog, type RestoreTarget } from './restore-target.js';
import { count, type Terminal } from './terminal.js';

/**
 * `restore`: restores a backup into an empty database and builds its read models. All checks run before any change. Events are restored
 * into PostgreSQL first. With KURRENTDB_URL they are copied from there at the end.
 */
export async function restore(
  config: Config,
  terminal: Terminal,
  file: string,
  keysFile: string | undefined,
): Promise<number> {
  const began = performance.now();
  const { backupKey } = config;
  const checked = await checkBackup(terminal, file, keysFile, backupKey);
  const { header } = checked.backup;
  assertLogAtHand(config.kurrentDb, header);
  const database = await openDatabase(config, {
    info: () => undefined,
    warn: terminal.err,
    fatal: (_error, line) => terminal.err(line),
  });
  try {
    await withClient(database.adminUrl, assertEmpty);
    const kept = config.databaseUrl ? undefined : checked.keys?.header.secrets;
    const secrets = { ...database.secrets, ...kept, ...config.secrets };
    assertSecretsOfThen(checked, secrets, terminal);
    checkSignatures(checked, secrets, file, keysFile, terminal);
    const erasures = await readErasures(config, secrets, terminal);
    // The last check, because it reads the whole log.
    const target = await openRestoreTarget(
      config.kurrentDb,
      { path: file, kind: 'backup', backupKey },
      header,
      terminal,
    );
    try {
      if (kept) await replaceSecrets(config.dataDir, kept);
      const { size } = await stat(file);
      await withProgress(terminal, 'Restoring', (show) =>
        restoreBackup({
          ...database,
          migrations: MIGRATIONS,
          header,
          file,
          keysFile,
          backupKey,
          readersToRepeat: [ERASED_PEOPLE_READER],
          onProgress: (bytes) => show(bytes / size),
        }),
      );
      const mailFolder = join(config.dataDir, 'outbox');
      await completeDatabase({ ...database, secrets, erasures, mailFolder }, header, target, terminal);
    } finally {
      await target?.log.close();
    }
  } finally {
    await database.stop();
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  terminal.out(`Restored ${summaryOf(header)} in ${seconds} s, read models built. Start the platform.`);
  return 0;
}

/** With keys, wrong secrets are an error that can be fixed. Without keys, lists what is lost. */
function assertSecretsOfThen(checked: CheckedBackup, secrets: Secrets, { err }: Terminal): void {
  const differing = secretsThatDiffer(checked, secrets);
  if (checked.keys && differing.length > 0) {
    throw new StartError(
      `${differing.join(', ')}: different from the backup. Set the values of the backup, or unset them when the first line of the file of keys contains them.`,
    );
  }
  if (checked.keys) return;
  err(
    'Without --keys, names and e-mail addresses in this backup can never be decrypted. Scores, classes and everything else are restored.',
  );
  if (differing.length > 0)
    err(
      `${differing.join(', ')}: different from the backup. Passwords no longer work, and seals of the log do not match.`,
    );
}

/** A database with all rows of a backup, and the inputs of the remaining steps. */
interface RestoredDatabase {
  readonly appUrl: string;
  readonly adminUrl: string;
  readonly secrets: Secrets;
  /** Erasures of ERASURES_FILE. */
  readonly erasures: Erasures;
  readonly mailFolder: string;
}

/** Repeats erasures, builds the read models, and moves the log to the configured engine. */
async function completeDatabase(
  { appUrl, adminUrl, secrets, erasures, mailFolder }: RestoredDatabase,
  header: BackupHeader,
  target: RestoreTarget | undefined,
  terminal: Terminal,
): Promise<void> {
  const pool = new pg.Pool({ connectionString: appUrl, max: 3, connectionTimeoutMillis: 5_000 });
  pool.on('error', () => undefined);
  try {
    const here = postgresLog(pool, new Hints(appUrl, [], pool));
    const isHere = containsLog(header);
    // Until the log is in KurrentDB, the platform is complete in PostgreSQL alone.
    if (isHere) await recordLogEngine(pool, 'postgres', null);
    else await recordLogEngine(pool, 'kurrentdb', target!.platformId);
    if (isHere) await repeatErasures(pool);
    // Nothing is copied to a KurrentDB that already contains the whole log.
    const store = storeOf(isHere && target?.stored !== 'all' ? here : target!.log, pool, secrets);
    const claims = new Claims(pool, store, secretValues(secrets.HMAC_KEY));
    const repeated = await repeatErasuresOf(erasures, { pool, store, claims, mailFolder, now: systemClock.now() });
    if (repeated > 0) terminal.out(`Erasures of ERASURES_FILE applied: ${count(repeated)} people.`);
    // An older backup contains texts that were redacted after it.
    if (isHere)
      await redactAs(
        adminUrl,
        await ruleOf(pool, here.store),
        await erasedPeople(pool),
        newestSecret(secrets.AUDIT_KEY),
      );
    await buildReadModels(pool, isHere ? here : target!.log, secrets, header, terminal);
    if (isHere) await locateLog(pool, here, header, target, terminal);
  } finally {
    await pool.end();
  }
}

async function buildReadModels(
  pool: pg.Pool,
  log: Log,
  secrets: Secrets,
  header: BackupHeader,
  terminal: Terminal,
): Promise<void> {
  const events = eventsIn(header.tables);
  const store = storeOf(log, pool, secrets);
  await withProgress(terminal, 'Building read models', (show) => {
    const say = pace('events');
    return projectWholeLog({
      pool,
      store,
      projections: new ProjectionSet(projections),
      isSingleEventStream: streams.holdsOneEvent,
      onProgress: (done) => show(events > 0 ? done / events : 0, say(done)),
    });
  });
}

/** Returns the log with decrypted personal data. */
const storeOf = (log: Log, pool: pg.Pool, secrets: Secrets): EventStore =>
  new EncryptingEventStore(
    log.store,
    new PersonalDataVault(new SubjectKeys(pool, secretValues(secrets.MASTER_KEY)), streams.personalData),
  );
