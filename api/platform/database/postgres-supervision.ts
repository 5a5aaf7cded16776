import { type Cluster, findServer, launchServer, stopServer } from './postgres-server.js';

const CHECK_MS = 500;

/**
 * Starts a server again, on its port, whenever it died: the application's pools then find it without a restart of ours.
 * @returns stops watching and then the server
 */
export function keepRunning(
  cluster: Cluster,
  server: { pid: number; port: number },
  log: (line: string) => void,
): () => Promise<void> {
  let { pid } = server;
  let restart: Promise<void> | undefined;
  const check = async (): Promise<void> => {
    const found = findServer(cluster.directory);
    if (found) {
      pid = found.pid;
      return;
    }
    log(`PostgreSQL ended unexpectedly, starting it again on port ${server.port}`);
    pid = await launchServer(cluster, server.port);
    log(`PostgreSQL is back (process ${pid})`);
  };
  const timer = setInterval(() => {
    restart ??= check()
      .catch((error: Error) => log(`PostgreSQL could not be started again: ${error.message}`))
      .finally(() => (restart = undefined));
  }, CHECK_MS).unref();
  return async () => {
    clearInterval(timer);
    await restart;
    await stopServer(cluster.directory, pid);
  };
}
