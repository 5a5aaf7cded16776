import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { chown, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresBinaries } from './postgres-binaries.js';
import { initArguments, serverArguments, serverEnvironment } from './postgres-settings.js';
import type { OsUser } from './postgres-user.js';
import { commandLine, processIdentity } from './process-identity.js';
import { StartError } from './start-error.js';
import { archiveSettings } from './wal-archive.js';

/** A cluster on disk, with the binaries, user and log file to run it. */
export interface Cluster {
  readonly directory: string;
  readonly logFile: string;
  readonly binaries: PostgresBinaries;
  readonly user: OsUser | undefined;
  /** Folder of its WAL archive; undefined for no archive. */
  readonly archive?: string | undefined;
}

/** Content of a cluster's `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

/** Error: another program listens on the port. */
export class PortTaken extends Error {}

/** Error: sessions of a killed server are still running. */
export class StillInUse extends Error {}

const START_PATIENCE_MS = 120_000;
const POLL_MS = 20;
/** A process id that no operating system assigns. */
const NO_PROCESS = 2 ** 31 - 1;
/** Suffix of the folder of an incomplete cluster. Each start adds other random characters after it. */
const DRAFT = '.new';

/** Creates the cluster under a temporary name and renames it, so that a killed start leaves no incomplete cluster. */
export async function createCluster(cluster: Cluster, password: string): Promise<void> {
  const passwordFile = `${cluster.directory}.password`;
  await removeDrafts(cluster.directory);
  await writeFile(passwordFile, password, { mode: 0o600 });
  try {
    // A separate folder for each start: the initdb of a killed start may still be running, and a failing initdb deletes its files.
    const draft = await mkdtemp(`${cluster.directory}${DRAFT}-`);
    if (cluster.user) await chown(passwordFile, cluster.user.uid, cluster.user.gid);
    if (cluster.user) await chown(draft, cluster.user.uid, cluster.user.gid);
    const child = spawnBinary(cluster, 'initdb', initArguments(draft, passwordFile), false);
    const { code, offset } = await child.exit;
    if (code !== 0) {
      refuseFullDisk(cluster, readFrom(cluster.logFile, offset));
      throw new StartError(`PostgreSQL could not create its files: ${lastLine(cluster.logFile, offset)}`);
    }
    await rename(draft, cluster.directory);
  } finally {
    await rm(passwordFile, { force: true });
    await removeDrafts(cluster.directory);
  }
}

/** Removes the incomplete folders of a cluster. Retries, because the initdb of a killed start may still write to one. */
async function removeDrafts(directory: string): Promise<void> {
  const folder = dirname(directory);
  const drafts = (await readdir(folder)).filter((name) => name.startsWith(basename(directory) + DRAFT));
  for (const draft of drafts) {
    await rm(join(folder, draft), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/**
 * Starts the server of a cluster in its own process group and waits until it accepts connections.
 * @param patienceMs time limit of a start; a recovery has the same limit again after its WAL is replayed
 * @returns the process id of the server
 * @throws PortTaken | StillInUse | StartError
 */
export async function launchServer(
  cluster: Cluster,
  port: number,
  patienceMs: number = START_PATIENCE_MS,
): Promise<number> {
  await disownPostmaster(cluster.directory);
  const isRecovering = () => existsSync(join(cluster.directory, 'recovery.signal'));
  const settings = {
    ...(cluster.archive !== undefined && archiveSettings(cluster.archive)),
    // Without hot standby, the server is ready only when it also accepts writes.
    ...(isRecovering() && { hot_standby: 'off' }),
  };
  const child = spawnBinary(cluster, 'postgres', serverArguments(cluster.directory, port, settings), true);
  const runs = () => child.pid !== undefined && processIdentity(child.pid) !== undefined;
  let deadline = Date.now() + patienceMs;
  while (runs() && Date.now() < deadline) {
    // A recovery has no time limit while it replays WAL. PostgreSQL removes the signal file before the final checkpoint.
    if (isRecovering()) deadline = Date.now() + patienceMs;
    const postmaster = readPostmaster(cluster.directory);
    if (postmaster?.ready && postmaster.pid === child.pid) return postmaster.pid;
    await pause(POLL_MS);
  }
  const output = readFrom(cluster.logFile, child.offset);
  const reason = lastLine(cluster.logFile, child.offset);
  refuseFullDisk(cluster, output);
  if (/could not bind|could not create any TCP/.test(output)) throw new PortTaken(reason);
  if (/shared memory block|lock file/.test(output)) throw new StillInUse(reason);
  throw new StartError(`PostgreSQL did not start: ${reason} (more in ${cluster.logFile})`);
}

/** Returns the live server of a cluster. Ignores a `postmaster.pid` whose process has ended or now belongs to another program. */
export function findServer(directory: string): Postmaster | undefined {
  const postmaster = readPostmaster(directory);
  if (!postmaster || processIdentity(postmaster.pid) === undefined) return undefined;
  return commandLine(postmaster.pid).includes(`${directory} `) ? postmaster : undefined;
}

/** Stops a server: ends all sessions and flushes all data. Kills a server that hangs, which then recovers at its next start. */
export async function stopServer(directory: string, pid: number): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', 3_000],
    ['SIGQUIT', 1_000],
  ] as const) {
    if (!sendSignal(pid, signal)) return;
    const deadline = Date.now() + patience;
    while (Date.now() < deadline) {
      if (findServer(directory)?.pid !== pid) return;
      await pause(POLL_MS);
    }
  }
}

/** Reads `postmaster.pid`: pid, directory, start, port, socket folder, address, shared memory, state. */
function readPostmaster(directory: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/**
 * Replaces the process id in a stale `postmaster.pid`. PostgreSQL refuses to start while any process has that id, even another
 * program or a zombie. The rest of the file stays: it names the shared memory by which PostgreSQL checks that no session of the old
 * server still writes.
 */
async function disownPostmaster(directory: string): Promise<void> {
  const path = join(directory, 'postmaster.pid');
  const content = await readFile(path, 'utf8').catch(() => undefined);
  if (content && !findServer(directory)) await writeFile(path, content.replace(/^\d+/, String(NO_PROCESS)));
}

function spawnBinary({ binaries, logFile, user }: Cluster, name: string, args: string[], detached: boolean) {
  const log = openSync(logFile, 'a', 0o600);
  const offset = statSync(logFile).size;
  const child = spawn(join(binaries.home, 'bin', name), args, {
    // The server's user may not be allowed to enter the current folder.
    cwd: dirname(binaries.home),
    env: serverEnvironment(),
    stdio: ['ignore', log, log],
    detached,
    ...user,
  });
  closeSync(log);
  if (detached) child.unref();
  const exit = new Promise<{ code: number | null; offset: number }>((resolve) => {
    child.once('exit', (code) => resolve({ code, offset }));
    child.once('error', () => resolve({ code: null, offset }));
  });
  return { pid: child.pid, exit, offset };
}

function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

function refuseFullDisk({ directory }: Cluster, output: string): void {
  if (/No space left on device/.test(output))
    throw new StartError(`The disk of ${directory} is full: free some space, then start again.`);
}

function readFrom(logFile: string, offset: number): string {
  return readFileSync(logFile).subarray(offset).toString();
}

/** Returns the reason of a failure from the log: the last fatal line, or the last line. */
function lastLine(logFile: string, offset: number): string {
  const lines = readFrom(logFile, offset).trim().split('\n');
  const line = lines.findLast((text) => /(FATAL|PANIC|error):/.test(text)) ?? lines.at(-1) ?? '';
  return line.replace(/^.*?(FATAL|PANIC|error):\s*/, '') || 'no reason given';
}
