import { startEmbeddedPostgres } from '../../../api/platform/database/embedded-postgres.js';
import { makeDataDir } from './data-dir.js';
import { undoWhenInterrupted } from './interruption.js';
import { newSecrets } from './new-secrets.js';

/** A new database for several processes of the platform, which receive its address as settings. */
export interface SharedDatabase {
  readonly dataDir: string;
  readonly url: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Stops and deletes it after the processes have exited. */
  close(): Promise<void>;
}

export async function startSharedDatabase(name: string): Promise<SharedDatabase> {
  const { dataDir, remove } = await makeDataDir(name);
  const { appUrl, adminUrl, stop } = await startEmbeddedPostgres({ dataDir });
  const forget = undoWhenInterrupted(() => stop());
  return {
    dataDir,
    url: appUrl,
    settings: { ...newSecrets(), DATABASE_URL: appUrl, DATABASE_ADMIN_URL: adminUrl },
    close: async () => {
      await stop();
      forget();
      await remove();
    },
  };
}
