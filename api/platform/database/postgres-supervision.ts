import { existsSync } from 'node:fs';
import { type Cluster, findServer, launchServer, stopServer } from './postgres-server.js';
import { StartError } from './start-error.js';

const CHECK_MS = 500;

/**
 * Restarts a server that has died, on the same port, so that the application's pools reconnect without a restart of the process. A
 * failed start is repeated until it succeeds, and its reason is logged when it changes.
 * @returns a function that stops the supervision and then the server
 */
export function keepRunning(
  cluster: Cluster,
  server: { pid: number; port: number },
  log: (line: string) => void,
): () => Promise<void> {
  let { pid } = server;
  let restart: Promise<void> | undefined;
  let obstacle: string | undefined;
  const check = async (): Promise<void> => {
    const found = findServer(cluster.directory);
    if (found) {
      pid = found.pid;
      return;
    }
    if (!existsSync(cluster.directory))
      throw new StartError(`its folder ${cluster.directory} is missing: restore it, or restore a backup`);
    if (obstacle === undefined) log(`PostgreSQL stopped unexpectedly, restarting it on port ${server.port}`);
    pid = await launchServer(cluster, server.port);
    obstacle = undefined;
    log(`PostgreSQL is running again (process ${pid})`);
  };
  const timer = setInterval(() => {
    restart ??= check()
      .catch(({ message }: Error) => {
        if (message !== obstacle) log(`PostgreSQL could not be restarted: ${message}`);
        obstacle = message;
      })
      .finally(() => (restart = undefined));
  }, CHECK_MS).unref();
  return async () => {
    clearInterval(timer);
    await restart;
    await stopServer(cluster.directory, pid);
  };
}
