import pg from 'pg';
import { projections } from '../app.module.js';
import { secretValues } from '../config-settings.js';
import { type Config, SECRET_NAMES, type Secrets } from '../config.js';
import { streams } from '../streams.js';
import { isPlatformRunning } from '../platform/database/data-dir-lock.js';
import { Hints } from '../platform/database/hints.js';
import { enterEpoch } from '../platform/database/epoch.js';
import { urlsOf } from '../platform/database/postgres-run.js';
import { loadPostgresState } from '../platform/database/postgres-state.js';
import { StartError } from '../platform/database/start-error.js';
import type { EventStore } from '../platform/eventsourcing/event-store.js';
import { assertLogEngine, type LogEngine, logEngineOf } from '../platform/eventsourcing/log-location.js';
import { type Log, openLog, outageOfLog } from '../platform/eventsourcing/log.js';
import { PersonalDataVault } from '../platform/eventsourcing/personal-data.js';
import { EncryptingEventStore } from '../platform/eventsourcing/encrypting-event-store.js';
import { SubjectKeys } from '../platform/eventsourcing/personal-data-keys.js';
import { ProjectionSet } from '../platform/eventsourcing/projecting/projection-set.js';
import { assertFit, isMigrated } from '../start/database-checks.js';
import { openDatabase } from '../start/open-database.js';
import { completeSecrets } from '../start/secrets.js';
import type { Terminal } from './terminal.js';

/** Dependencies of commands: the platform's database, without an application. */
export interface CliPlatform {
  /** Without the time limits of requests, because an operator's command may read everything. */
  readonly pool: pg.Pool;
  /** The log as stored, with encrypted personal data. */
  readonly log: Log;
  /** The same log, decrypted. */
  readonly store: EventStore;
  readonly projections: ProjectionSet;
  readonly secrets: Secrets;
  readonly dataDir: string;
  /** Pool of the role for migrations, or of the application's role when only that one is set. */
  readonly adminUrl: string;
  readonly logEngine: LogEngine;
}

interface Reachable {
  readonly appUrl: string;
  readonly adminUrl: string;
  readonly secrets: Secrets;
  stop(): Promise<void>;
}

/**
 * Runs `work` on the database of a running platform. When the settings use the embedded PostgreSQL and no platform runs on it, it is
 * started for the command and stopped afterwards.
 * @param assertLog refuses a database whose log is not in the configured engine
 */
export async function withPlatform(
  config: Config,
  { err }: Terminal,
  work: (platform: CliPlatform) => Promise<number>,
  assertLog: (pool: pg.Pool, engine: LogEngine) => Promise<void> = assertLogEngine,
): Promise<number> {
  // Refuses wrong settings. A command that needs the log names an outage itself.
  const outage = await outageOfLog(config.kurrentDb);
  const { appUrl, adminUrl, secrets, stop } = await reach(config, err);
  const pool = new pg.Pool({ connectionString: appUrl, max: 3, connectionTimeoutMillis: 5_000 });
  pool.on('error', () => undefined);
  let log: Log | undefined;
  try {
    if (!(await isMigrated(appUrl))) throw new StartError('The database is empty: start the platform on it first.');
    const logEngine = logEngineOf(config.kurrentDb);
    await assertLog(pool, logEngine);
    await openEpoch(pool);
    const vault = new PersonalDataVault(new SubjectKeys(pool, secretValues(secrets.MASTER_KEY)), streams.personalData);
    log = await openLog(pool, new Hints(appUrl, [], pool), config.kurrentDb);
    if (outage === undefined) await log.recognition?.lookForCommand();
    const store = new EncryptingEventStore(log.store, vault);
    const { dataDir } = config;
    const about = { secrets, dataDir, adminUrl, logEngine } as const;
    return await work({ pool, log, store, projections: new ProjectionSet(projections), ...about });
  } finally {
    await log?.close();
    await pool.end();
    await stop();
  }
}

/** After a recovery or a failover, the log accepts no event before an epoch is opened. */
async function openEpoch(pool: pg.Pool): Promise<void> {
  // Schemas of older versions have no epochs, and a standby is read-only.
  const { rows } = await pool.query<{ possible: boolean }>(
    `select to_regprocedure('log.enter_epoch()') is not null and not pg_is_in_recovery() as possible`,
  );
  if (rows[0]!.possible) await enterEpoch(pool);
}

async function reach(config: Config, warn: (line: string) => void): Promise<Reachable> {
  if (config.databaseUrl) {
    await assertFit(config.databaseUrl, 'DATABASE_URL');
    // The settings were rejected earlier if one of the secrets was missing.
    const adminUrl = config.databaseAdminUrl ?? config.databaseUrl;
    return { appUrl: config.databaseUrl, adminUrl, secrets: config.secrets as Secrets, stop: () => Promise.resolve() };
  }
  const state = await loadPostgresState(config.dataDir);
  if (!state) throw new StartError(`There is no database in ${config.dataDir} yet: npm start creates it.`);
  if (!isPlatformRunning(config.dataDir)) {
    return openDatabase(config, { info: () => undefined, warn, fatal: (_error, line) => warn(line) });
  }
  const { appUrl, adminUrl } = urlsOf(state);
  await assertFit(appUrl, 'DATA_DIR');
  const secrets = await completeSecrets(config.dataDir, config.secrets, SECRET_NAMES);
  return { appUrl, adminUrl, secrets, stop: () => Promise.resolve() };
}
