import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chown } from 'node:fs/promises';
import { join } from 'node:path';
import { copyRunningCluster } from './cluster-copy.js';
import { freePort } from './free-port.js';
import type { RunningPostgres } from './postgres-run.js';
import type { Cluster } from './postgres-server.js';
import { serverArguments, serverEnvironment } from './postgres-settings.js';

/** An unsupervised server of a test or a benchmark. */
export interface SpawnedServer {
  readonly pid: number;
  readonly port: number;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** Additional settings of PostgreSQL. */
type Settings = Readonly<Record<string, string>>;

/**
 * Copies the files of a primary and starts a standby on them, which receives the WAL through `replicationUrl`.
 * @param directory folder of the standby, which must not exist yet
 * @returns before the standby accepts connections
 */
export async function startStandby(
  { cluster, superuserUrl }: RunningPostgres,
  replicationUrl: string,
  directory: string,
  more?: Settings,
): Promise<SpawnedServer> {
  const { user } = cluster;
  await copyRunningCluster(superuserUrl, cluster.directory, directory, user);
  const { username, password, hostname, port: primaryPort } = new URL(replicationUrl);
  const primary = `user=${username} password=${password} host=${hostname} port=${primaryPort}`;
  await appendFile(join(directory, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
  const signal = join(directory, 'standby.signal');
  await appendFile(signal, '');
  if (user) await chown(signal, user.uid, user.gid);
  return spawnServer(cluster, directory, await freePort(), more);
}

/** Starts a server on the files in `directory`. */
export function spawnServer(
  { binaries, user }: Cluster,
  directory: string,
  port: number,
  more: Settings = {},
): SpawnedServer {
  const options = { cwd: '/', env: serverEnvironment(), stdio: 'ignore', ...user } as const;
  const server = spawn(join(binaries.home, 'bin', 'postgres'), serverArguments(directory, port, more), options);
  const exited = once(server, 'exit');
  return {
    pid: server.pid!,
    port,
    kill: async (name: NodeJS.Signals): Promise<void> => {
      server.kill(name);
      await exited;
    },
  };
}
