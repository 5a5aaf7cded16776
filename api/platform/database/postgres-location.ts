import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, rename, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CLI } from '../ops/package-info.js';
import { copyBinaries, findPostgresBinaries, linkLibraries, type PostgresBinaries } from './postgres-binaries.js';
import { type Cluster, findServer, stopServer } from './postgres-server.js';
import type { PostgresState } from './postgres-state.js';
import { canEnter, canRead, type OsUser, postgresUser } from './postgres-user.js';
import { StartError } from './start-error.js';

/** Folder of binaries and cluster when the server's user cannot enter the usual ones, for example below a home of mode 700. */
const SHARED = '/var/lib/ready-room';
const INSIDE = 'postgres';

/**
 * Decides which user runs the server, from which binaries and on which directory.
 * @param state undefined at the first start on this data folder; with port 0 its cluster may be missing
 * @returns the cluster, and the directory as stored in `postgres.json`: relative when it is in the data folder
 */
export async function locateCluster(
  dataDir: string,
  state: PostgresState | undefined,
  log: (line: string) => void,
): Promise<{ cluster: Cluster; directory: string }> {
  const user = await postgresUser();
  const found = await findPostgresBinaries();
  const directory = state?.directory ?? (await chooseDirectory(dataDir, user));
  const path = resolve(dataDir, directory);
  const present = await exists(path);
  if (!state && present) await setAside(path, directory, dataDir, log);
  if (!present && state?.port !== 0) await refuseHalfRecovery(path);
  if (state?.port && !present) {
    throw new StartError(
      `The database folder ${path} is missing: restore it from a backup, or remove ${join(dataDir, 'postgres.json')} to start with an empty one.`,
    );
  }
  const owner = state && present ? await ownerOf(path, user) : user;
  const binaries = await reachableBinaries(found, owner, dataDir);
  return { cluster: { directory: path, logFile: join(dataDir, 'postgres.log'), binaries, user: owner }, directory };
}

/** Returns whether a file or folder exists at a path. */
export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Rejects a start after a killed recovery that has set the database aside without a replacement. */
async function refuseHalfRecovery(path: string): Promise<void> {
  const names = await readdir(dirname(path)).catch(() => []);
  const name = basename(path);
  const left = names.filter((found) => found === `${name}.recovery` || found.startsWith(`${name}.before-`));
  if (left.length === 0) return;
  throw new StartError(
    `The database folder ${path} is missing, and a recovery left ${left.join(', ')} beside it: run ${CLI} recover again, or rename ${name}.before-… back to ${name}. To begin with an empty database, move these folders away.`,
  );
}

async function chooseDirectory(dataDir: string, user: OsUser | undefined): Promise<string> {
  if (!user || (await canEnter(user, dataDir))) return INSIDE;
  await openShared();
  return join(SHARED, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
}

async function reachableBinaries(
  found: PostgresBinaries,
  user: OsUser | undefined,
  dataDir: string,
): Promise<PostgresBinaries> {
  const reachable =
    !user ||
    ((await canRead(user, join(found.home, 'bin', 'postgres'))) &&
      (await canRead(user, join(found.home, 'pg-symlinks.json'))));
  if (reachable) {
    const linked = await linkLibraries(found).then(
      () => true,
      () => false,
    );
    if (linked) return found;
  }
  // The server's user cannot read the binaries, or links are missing in a read-only installation.
  if (user) await openShared();
  return copyBinaries(found, user ? SHARED : dataDir);
}

/** Renames the cluster of a deleted data folder. Deleting the folder means an empty start, but the old data is kept. */
async function setAside(path: string, directory: string, dataDir: string, log: (line: string) => void): Promise<void> {
  if (directory === INSIDE) {
    throw new StartError(
      `${join(dataDir, 'postgres.json')} is missing next to a database: restore it, or move ${path} away to start with an empty one.`,
    );
  }
  const server = findServer(path);
  if (server) await stopServer(path, server.pid);
  const aside = `${path}.left-${Date.now()}`;
  await rename(path, aside);
  log(`the database of an earlier ${dataDir} was set aside as ${aside}`);
}

/** Returns the user to run an existing cluster as: its owner, also when root starts it. */
async function ownerOf(path: string, user: OsUser | undefined): Promise<OsUser | undefined> {
  const { uid, gid } = await stat(path);
  if (user) return { uid, gid };
  if (uid === process.getuid?.()) return undefined;
  throw new StartError(
    `The database folder ${path} belongs to another user: start as that user, or set DATA_DIR to another folder.`,
  );
}

async function openShared(): Promise<void> {
  await mkdir(SHARED, { recursive: true });
  await chmod(SHARED, 0o755);
}
