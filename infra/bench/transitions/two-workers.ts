import { startEmbeddedPostgres } from '../../../api/platform/database/embedded-postgres.js';
import { makeDataDir } from '../environment/data-dir.js';
import { newSecrets } from '../environment/new-secrets.js';
import { undoWhenInterrupted } from '../environment/interruption.js';
import { PlatformProcess } from '../environment/platform-process.js';

/** Two workers on one database of their own; one of them leads. */
export interface TwoWorkers {
  readonly databaseUrl: string;
  /** The worker that leads now. */
  leader(): Promise<PlatformProcess>;
  close(): Promise<void>;
}

export async function startTwoWorkers(): Promise<TwoWorkers> {
  const { dataDir, remove } = await makeDataDir('transitions');
  const postgres = await startEmbeddedPostgres({ dataDir });
  const stopped = undoWhenInterrupted(() => postgres.stop());
  const workers: PlatformProcess[] = [];
  const close = async (): Promise<void> => {
    for (const worker of workers) await worker.stop();
    await postgres.stop();
    stopped();
    await remove();
  };
  const settings = {
    ...newSecrets(),
    DATABASE_URL: postgres.appUrl,
    DATABASE_ADMIN_URL: postgres.adminUrl,
    ROLES: 'worker',
  };
  try {
    for (let nth = 0; nth < 2; nth += 1) workers.push(await PlatformProcess.start({ dataDir, settings }));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    databaseUrl: postgres.appUrl,
    leader: async () => {
      for (const worker of workers) if (await leads(worker)) return worker;
      throw new Error('Nobody leads.');
    },
    close,
  };
}

const leads = async ({ url }: PlatformProcess): Promise<boolean> =>
  /^ready_room_leader 1$/m.test(await (await fetch(`${url}/metrics`)).text());
