import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDataDir } from '../data-dir.js';
import { MIGRATIONS } from '../../../migrations.js';
import { migrate } from '../migrate.js';
import { APP_ROLE } from '../postgres-roles.js';
import { type PostgresUrls, runPostgres } from '../postgres-run.js';

/** Variable that names the folder of a test run, with one folder for each worker. Set by infra/setup/test-cluster.mjs. */
const DIRECTORY_VARIABLE = 'READY_ROOM_TEST_CLUSTER';
const DEADLINE_MS = 60_000;

/**
 * Returns the server that all specs of one worker share. The first caller starts it. Its migrated database is the template of their
 * databases. Workers do not share a server, because the oldest open transaction delays every reader of a log.
 */
export async function testCluster(): Promise<PostgresUrls> {
  const folder = process.env[DIRECTORY_VARIABLE];
  if (!folder) throw new Error(`${DIRECTORY_VARIABLE} is not set: run this spec through jest.config.mjs`);
  const directory = join(folder, `worker-${process.env['JEST_WORKER_ID'] ?? '1'}`);
  await mkdir(directory, { recursive: true });
  // When this process is root, the server runs as another user, which needs to enter the folder.
  await chmod(directory, 0o711);
  return (await isFirst(directory)) ? await start(directory) : await wait(directory);
}

async function isFirst(directory: string): Promise<boolean> {
  return writeFile(join(directory, 'started'), '', { flag: 'wx' }).then(
    () => true,
    () => false,
  );
}

async function start(directory: string): Promise<PostgresUrls> {
  const result = await startMigrated(directory).catch((error: Error) => ({ error: error.stack }));
  await writeFile(join(directory, 'urls.json.new'), JSON.stringify(result));
  await rename(join(directory, 'urls.json.new'), join(directory, 'urls.json'));
  return wait(directory);
}

async function startMigrated(directory: string): Promise<PostgresUrls> {
  const dataDir = await openDataDir(directory);
  const { superuserUrl, adminUrl, appUrl } = await runPostgres(dataDir, () => undefined);
  await migrate(adminUrl, APP_ROLE, MIGRATIONS);
  return { superuserUrl, adminUrl, appUrl };
}

async function wait(directory: string): Promise<PostgresUrls> {
  const deadline = Date.now() + DEADLINE_MS;
  while (Date.now() < deadline) {
    const text = await readFile(join(directory, 'urls.json'), 'utf8').catch(() => undefined);
    if (text) {
      const result = JSON.parse(text) as PostgresUrls & { error?: string };
      if (result.error) throw new Error(`The test server did not start: ${result.error}`);
      return result;
    }
    await pause(50);
  }
  throw new Error(`The test server did not start within ${DEADLINE_MS} ms`);
}
