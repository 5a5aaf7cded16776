import { chmod, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const PREFIX = 'ready-room-test-';
/** A file system in memory. Specs copy and drop many databases, and each commit is flushed. */
const MEMORY = '/dev/shm';
/** More than the servers of a run need with their WAL. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/** A folder for the PostgreSQL servers of this run. In each worker the first spec that needs a database starts one. */
export async function makeTestClusters() {
  await sweepTestClusters();
  const directory = await mkdtemp(join(await parentFolder(), `${PREFIX}${process.pid}-`));
  // Under root the server runs as another user, who needs access to the folder.
  await chmod(directory, 0o711);
  return directory;
}

/** Memory when it has enough room, otherwise the folder for temporary files. */
async function parentFolder() {
  const memory = await statfs(MEMORY).catch(() => undefined);
  return memory && memory.bavail * memory.bsize >= ENOUGH_BYTES ? MEMORY : tmpdir();
}

/** Stops the servers of a run and deletes their files. */
export async function removeTestClusters(directory) {
  const workers = await readdir(directory).catch(() => []);
  await Promise.all(workers.map((name) => removeCluster(join(directory, name))));
  await rm(directory, { recursive: true, force: true });
}

async function removeCluster(directory) {
  const state = await readFile(join(directory, 'postgres.json'), 'utf8').then(JSON.parse, () => undefined);
  if (!state) return;
  const cluster = resolve(directory, state.directory);
  await stop(join(cluster, 'postmaster.pid'));
  await rm(cluster, { recursive: true, force: true });
}

/** Deletes the files of killed runs. */
export async function sweepTestClusters() {
  for (const folder of [MEMORY, tmpdir()]) {
    for (const name of await readdir(folder).catch(() => [])) {
      const pid = name.startsWith(PREFIX) && Number(name.slice(PREFIX.length).split('-')[0]);
      if (pid && !isAlive(pid)) await removeTestClusters(join(folder, name)).catch(() => undefined);
    }
  }
}

async function stop(pidFile) {
  const read = () => readFile(pidFile, 'utf8').catch(() => undefined);
  const content = await read();
  if (content === undefined) return;
  const pid = Number(content.split('\n')[0]);
  if (isAlive(pid)) process.kill(pid, 'SIGINT');
  const deadline = Date.now() + 10_000;
  while ((await read()) !== undefined && isAlive(pid) && Date.now() < deadline) await pause(20);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
