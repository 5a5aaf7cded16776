import type { Application } from '../application.js';
import type { Config } from '../config.js';
import { MIGRATIONS } from '../migrations.js';
import { assertErasuresReadable } from '../features/people/privacy/erasures-file.js';
import { refuseSecondStart } from '../platform/database/data-dir-lock.js';
import { assertMigrated, migrate } from '../platform/database/migrate.js';
import type { DatabaseUrls } from '../platform/database/pool.js';
import { withClient } from '../platform/database/postgres-roles.js';
import { outageOfLog } from '../platform/eventsourcing/log.js';
import { assertLogEngine, logEngineOf } from '../platform/eventsourcing/log-location.js';
import { openDatabase } from './open-database.js';
import { assertPortFree } from './port-check.js';
import type { StartLog } from './start-log.js';
import type { UnityBuildSettings } from '../config-settings.js';
import { StartError } from '../platform/database/start-error.js';
import { buildProblem, measureBuild, readContents } from '../platform/http/unity-build.js';

/** `isLogAway`: the log does not answer, so the application starts without it. */
export type CreateApplication = (config: Config, urls: DatabaseUrls, isLogAway: boolean) => Promise<Application>;

/** A running platform. */
export interface RunningPlatform {
  readonly address: string;
  /** Resolves when it is ready, or when `stopped` aborts. */
  untilReady(stopped: AbortSignal): Promise<void>;
  /** Reports not ready, so that a proxy sends requests to other nodes. */
  drain(): Promise<void>;
  /** Stops the application. */
  close(): Promise<void>;
  /** Stops the embedded PostgreSQL, as the last step. */
  stopDatabase(): Promise<void>;
}

/**
 * Starts all parts, with the cheapest checks first.
 * @param stopped ends the wait for a log that does not answer
 * @returns undefined when it was stopped before anything had started
 * @throws StartError | ConfigError with a sentence for the operator
 */
export async function startPlatform(
  config: Config,
  createApplication: CreateApplication,
  log: StartLog,
  stopped: AbortSignal,
): Promise<RunningPlatform | undefined> {
  if (!config.databaseUrl) refuseSecondStart(config.dataDir);
  if (config.roles.includes('http')) {
    await assertPortFree(config.host, config.port, 'PORT');
    await assertGameBuild(config.unityBuild);
  }
  await assertPortFree(config.opsHost, config.opsPort, 'OPS_PORT');
  if (config.erasuresFile) await assertErasuresReadable(config.erasuresFile);
  const outage = await Promise.race([outageOfLog(config.kurrentDb), aborted(stopped)]);
  if (stopped.aborted) return undefined;
  if (outage) log.warn(outage);
  const database = await openDatabase(config, log);
  const { adminUrl, appUrl, appRole, secrets } = database;
  let application: Application | undefined;
  try {
    if (!config.migrate) await assertMigrated(appUrl, MIGRATIONS);
    // Before the migrations, because the previous version refuses to start on a newer schema.
    await withClient(adminUrl, (client) => assertLogEngine(client, logEngineOf(config.kurrentDb)));
    if (config.migrate) await migrate(adminUrl, appRole, MIGRATIONS);
    // Only requests are answered by the replica.
    const replicaUrl = config.roles.includes('http') ? config.databaseReplicaUrl : undefined;
    application = await createApplication(
      { ...config, secrets },
      { adminUrl, appUrl, replicaUrl },
      outage !== undefined,
    );
    const address = await application.listen();
    return {
      address,
      untilReady: (stopped) => application!.untilReady(stopped),
      drain: () => application!.drain(),
      close: () => application!.close(),
      stopDatabase: () => database.stop(),
    };
  } catch (error) {
    await application?.close().catch(() => undefined);
    await database.stop();
    throw error;
  }
}

const aborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }));

/**
 * Refuses a configured folder without a playable build. The training build may be missing, as in development.
 * @throws StartError with the found and the missing files, and the fix
 */
export async function assertGameBuild(settings: UnityBuildSettings): Promise<void> {
  if (settings.folder === undefined) return;
  try {
    await readContents(settings, await measureBuild(settings));
  } catch (error) {
    throw new StartError(buildProblem(error, settings), { cause: error });
  }
}
