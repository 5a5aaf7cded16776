import { PlatformProcess } from '../environment/platform-process.js';
import { startSharedDatabase } from '../environment/shared-database.js';

/** Two workers on one database of their own; one of them leads. */
export interface TwoWorkers {
  readonly databaseUrl: string;
  /** The worker that leads now. */
  leader(): Promise<PlatformProcess>;
  close(): Promise<void>;
}

export async function startTwoWorkers(): Promise<TwoWorkers> {
  const database = await startSharedDatabase('transitions');
  const { dataDir, url: databaseUrl } = database;
  const settings = { ...database.settings, ROLES: 'worker' };
  const workers: PlatformProcess[] = [];
  const close = async (): Promise<void> => {
    for (const worker of workers) await worker.stop();
    await database.close();
  };
  try {
    for (let nth = 0; nth < 2; nth += 1) workers.push(await PlatformProcess.start({ dataDir, settings }));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    databaseUrl,
    leader: async () => {
      for (const worker of workers) if (await leads(worker)) return worker;
      throw new Error('Nobody leads.');
    },
    close,
  };
}

const leads = async ({ url }: PlatformProcess): Promise<boolean> =>
  /^ready_room_leader 1$/m.test(await (await fetch(`${url}/metrics`)).text());
