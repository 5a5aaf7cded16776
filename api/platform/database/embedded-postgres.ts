import { openDataDir } from './data-dir.js';
import { lockDataDir } from './data-dir-lock.js';
import { type PostgresUrls, runPostgres } from './postgres-run.js';
import { keepRunning } from './postgres-supervision.js';

/** The running embedded PostgreSQL server. */
export interface EmbeddedPostgres extends PostgresUrls {
  /** Whether a server left by a killed process was taken over instead of started. */
  readonly adopted: boolean;
  /** Stops the server and releases the lock of the data folder. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that npm installed on a data folder, or takes over the server that already runs there. Restarts the
 * server if it dies.
 * @throws StartError when the data folder is in use or the server cannot be started
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  /** Folder of the WAL archive; undefined for no archive. */
  walArchiveDir?: string | undefined;
  log?: (line: string) => void;
}): Promise<EmbeddedPostgres> {
  const { log = () => undefined } = options;
  const dataDir = await openDataDir(options.dataDir);
  const unlock = await lockDataDir(dataDir);
  try {
    const { cluster, pid, port, superuserUrl, adminUrl, appUrl, adopted } = await runPostgres(
      dataDir,
      log,
      options.walArchiveDir,
    );
    const stopServer = keepRunning(cluster, { pid, port }, log);
    const stop = async (): Promise<void> => {
      await stopServer();
      unlock();
    };
    return { superuserUrl, adminUrl, appUrl, adopted, stop };
  } catch (error) {
    unlock();
    throw error;
  }
}
