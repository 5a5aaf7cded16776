import type { Config, Secrets } from '../config.js';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.js';
import { APP_ROLE } from '../platform/database/postgres-roles.js';
import type { DatabaseUrls } from '../platform/database/pool.js';
import type { StartLog } from './start-log.js';
import { assertFit, isSuperuser, secretsInUse } from './database-checks.js';
import { assertDirect } from './direct-connection.js';
import { completeSecrets } from './secrets.js';

/** A checked database with its secrets, and the function that closes it. */
export interface OpenDatabase extends DatabaseUrls {
  readonly appRole: string;
  readonly secrets: Secrets;
  stop(): Promise<void>;
}

/** Opens the database of DATABASE_URL, or starts the embedded one below DATA_DIR. @throws StartError */
export async function openDatabase(config: Config, log: StartLog): Promise<OpenDatabase> {
  const { databaseUrl, databaseAdminUrl } = config;
  if (!databaseUrl || !databaseAdminUrl) return openEmbedded(config, log);
  await assertServer(databaseUrl, 'DATABASE_URL');
  if (databaseAdminUrl !== databaseUrl) await assertServer(databaseAdminUrl, 'DATABASE_ADMIN_URL');
  else if (config.migrate)
    log.warn(
      'DATABASE_ADMIN_URL is not set: the application could change its own log. Give migrations their own role.',
    );
  if (await isSuperuser(databaseUrl))
    log.warn('The role of DATABASE_URL is a superuser: give the application a plain role.');
  return {
    appUrl: databaseUrl,
    adminUrl: databaseAdminUrl,
    appRole: decodeURIComponent(new URL(databaseUrl).username),
    // The settings were rejected earlier if one of them was missing.
    secrets: config.secrets as Secrets,
    stop: () => Promise.resolve(),
  };
}

/** Opens the operator's own server. @throws StartError */
async function assertServer(url: string, variable: string): Promise<void> {
  await assertFit(url, variable);
  await assertDirect(url, variable);
}

async function openEmbedded(config: Config, log: StartLog): Promise<OpenDatabase> {
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    walArchiveDir: config.walArchiveDir,
    log: (line) => log.info(line),
  });
  const { appUrl, adminUrl } = postgres;
  try {
    await assertFit(appUrl, 'DATA_DIR');
    // Only now does this process own the folder, so two first starts never overwrite each other's keys.
    const secrets = await completeSecrets(config.dataDir, config.secrets, await secretsInUse(adminUrl));
    return { appUrl, adminUrl, appRole: APP_ROLE, secrets, stop: () => postgres.stop() };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
