import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Variable that names the folder of a test run. Set by infra/setup/test-cluster.mjs. */
const DIRECTORY_VARIABLE = 'READY_ROOM_TEST_CLUSTER';
const DEADLINE_MS = 120_000;

/**
 * Returns what the first caller of a test run has made, from any process. `make` receives an empty folder, which is removed after
 * the run together with the PostgreSQL server in it.
 */
export async function oncePerRun<T extends object>(name: string, make: (directory: string) => Promise<T>): Promise<T> {
  const folder = process.env[DIRECTORY_VARIABLE];
  if (!folder) throw new Error(`${DIRECTORY_VARIABLE} is not set: run this spec through jest.config.mjs`);
  const directory = join(folder, name);
  await mkdir(directory, { recursive: true });
  // When this process is root, the server runs as another user, which needs to enter the folder.
  await chmod(directory, 0o711);
  if (await isFirst(directory)) await saveResult(directory, make);
  return waitForResult<T>(directory);
}

async function isFirst(directory: string): Promise<boolean> {
  return writeFile(`${directory}.started`, '', { flag: 'wx' }).then(
    () => true,
    () => false,
  );
}

async function saveResult(directory: string, make: (directory: string) => Promise<object>): Promise<void> {
  const result = await make(directory).catch((error: Error) => ({ error: error.stack }));
  await writeFile(`${directory}.json.new`, JSON.stringify(result));
  await rename(`${directory}.json.new`, `${directory}.json`);
}

async function waitForResult<T extends object>(directory: string): Promise<T> {
  const deadline = Date.now() + DEADLINE_MS;
  while (Date.now() < deadline) {
    const text = await readFile(`${directory}.json`, 'utf8').catch(() => undefined);
    if (text) {
      const result = JSON.parse(text) as T & { error?: string };
      if (result.error) throw new Error(`${directory} could not be prepared: ${result.error}`);
      return result;
    }
    await pause(50);
  }
  throw new Error(`${directory} was not prepared within ${DEADLINE_MS} ms`);
}
