import { existsSync } from 'node:fs';
import { stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.js';
import { exists, locateCluster } from './postgres-location.js';
import { ADMIN_ROLE, APP_ROLE, DATABASE, ensureDatabase, ensureRoles, withClient } from './postgres-roles.js';
import {
  type Cluster,
  createCluster,
  findServer,
  launchServer,
  PortTaken,
  StillInUse,
  stopServer,
} from './postgres-server.js';
import { loadPostgresState, newPostgresState, type PostgresState, savePostgresState } from './postgres-state.js';
import { archiveSettings, openWalArchive } from './wal-archive.js';

/** Connection URLs of a server's database `ready_room`, one for each role. */
export interface PostgresUrls {
  readonly superuserUrl: string;
  /** For the role that owns the database and migrates. */
  readonly adminUrl: string;
  /** For the application's role. */
  readonly appUrl: string;
}

/** A server that accepts connections and has its roles and database. */
export interface RunningPostgres extends PostgresUrls {
  readonly cluster: Cluster;
  readonly pid: number;
  readonly port: number;
  /** Whether a server left by a killed process was taken over instead of started. */
  readonly adopted: boolean;
}

const LOG_LIMIT_BYTES = 5_000_000;
const ATTEMPTS = 8;

/**
 * Takes over the running server of an opened data folder, or starts one. Creates the cluster, roles and database if missing.
 * @param archiveDir folder of the WAL archives; undefined for no archive
 */
export async function runPostgres(
  dataDir: string,
  log: (line: string) => void,
  archiveDir?: string,
): Promise<RunningPostgres> {
  const saved = await loadPostgresState(dataDir);
  const { cluster: located, directory } = await locateCluster(dataDir, saved, log);
  const state = saved ?? newPostgresState(directory);
  // Saved before the cluster is created, so that the passwords of every cluster are on disk.
  if (!saved) await savePostgresState(dataDir, state);
  if (!(await exists(located.directory))) {
    log('creating the database, this takes a few seconds');
    await createCluster(located, state.passwords.superuser);
  }
  const archive = archiveDir && (await openWalArchive(archiveDir, located.directory, located.user));
  const cluster: Cluster = { ...located, archive };
  if (existsSync(join(cluster.directory, 'recovery.signal'))) log('recovering the database from the WAL archive');
  const running = await findServerToTakeOver(cluster, state);
  const server = running ?? (await launch(cluster, state.port));
  log(
    running
      ? `took over the running PostgreSQL (process ${server.pid})`
      : `PostgreSQL is running (process ${server.pid})`,
  );
  const current: PostgresState = { ...state, port: server.port };
  await prepareDatabase(current);
  if (state.port !== server.port) await savePostgresState(dataDir, current);
  return { ...urlsOf(current), cluster, pid: server.pid, port: server.port, adopted: running !== undefined };
}

/** Returns the cluster's server after it has finished starting; undefined when there is none or it has stopped. */
async function findReadyServer(directory: string) {
  let server = findServer(directory);
  while (server && !server.ready) {
    await pause(50);
    server = findServer(directory);
  }
  return server;
}

/** Returns the running server. Stops a server with different archive settings, so that it restarts with the current ones. */
async function findServerToTakeOver({ directory, archive }: Cluster, state: PostgresState) {
  const running = await findReadyServer(directory);
  if (!running) return undefined;
  const wanted = archive === undefined ? '(disabled)' : archiveSettings(archive)['archive_command'];
  const url = urlOf({ ...state, port: running.port }, 'postgres', state.passwords.superuser, 'postgres');
  const present = await withClient(url, async (client) => {
    const { rows } = await client.query<{ command: string }>(`select current_setting('archive_command') as command`);
    return rows[0]!.command;
  });
  if (present === wanted) return running;
  await stopServer(directory, running.pid);
  return undefined;
}

async function launch(cluster: Cluster, lastPort: number): Promise<{ pid: number; port: number }> {
  await keepLogSmall(cluster.logFile);
  let port = lastPort || (await freePort());
  for (let attempt = 1; ; attempt++) {
    try {
      return { pid: await launchServer(cluster, port), port };
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      if (error instanceof PortTaken) port = await freePort();
      else if (error instanceof StillInUse) await pause(500);
      else throw error;
    }
  }
}

async function prepareDatabase(state: PostgresState): Promise<void> {
  await withClient(urlOf(state, 'postgres', state.passwords.superuser, 'postgres'), async (client) => {
    await ensureRoles(client, state.passwords);
    await ensureDatabase(client, DATABASE);
  });
}

const urlOf = ({ port }: PostgresState, role: string, password: string, database = DATABASE): string =>
  `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;

/** Returns the connection URLs of the server that a saved state describes. */
export const urlsOf = (state: PostgresState): PostgresUrls => ({
  superuserUrl: urlOf(state, 'postgres', state.passwords.superuser),
  adminUrl: urlOf(state, ADMIN_ROLE, state.passwords.admin),
  appUrl: urlOf(state, APP_ROLE, state.passwords.app),
});

async function keepLogSmall(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LOG_LIMIT_BYTES) await truncate(logFile);
}
