import { openDataDir } from '../data-dir.js';
import { MIGRATIONS } from '../../../migrations.js';
import { migrate } from '../migrate.js';
import { APP_ROLE } from '../postgres-roles.js';
import { type PostgresUrls, runPostgres } from '../postgres-run.js';
import { oncePerRun } from './once-per-run.js';

/**
 * Returns the server that all specs of one worker share. The first caller starts it. Its migrated database is the template of their
 * databases. Workers do not share a server, because the oldest open transaction delays every reader of a log.
 */
export function testCluster(): Promise<PostgresUrls> {
  return oncePerRun(`worker-${process.env['JEST_WORKER_ID'] ?? '1'}`, startMigrated);
}

async function startMigrated(directory: string): Promise<PostgresUrls> {
  const dataDir = await openDataDir(directory);
  const { superuserUrl, adminUrl, appUrl } = await runPostgres(dataDir, () => undefined);
  await migrate(adminUrl, APP_ROLE, MIGRATIONS);
  return { superuserUrl, adminUrl, appUrl };
}
