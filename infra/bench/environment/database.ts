import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { urlsOf } from '../../../api/platform/database/postgres-run.js';
import { loadPostgresState } from '../../../api/platform/database/postgres-state.js';

/** Runs `work` on the database of a running platform, as the application's role. */
export async function withDatabase<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: urlsOf((await loadPostgresState(dataDir))!).appUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns the number of events in the log, of one type or of all. */
export async function countEvents(client: pg.Client | pg.Pool, type?: string): Promise<number> {
  const counted = 'select count(*) from log.events where $1::text is null or type = $1';
  const { rows } = await client.query<{ count: string }>(counted, [type]);
  return Number(rows[0]!.count);
}

/** Returns the process id of the server, so that a suite can kill it. */
export async function postgresPid(dataDir: string): Promise<number> {
  const { directory } = (await loadPostgresState(dataDir))!;
  return Number(readFileSync(join(resolve(dataDir, directory), 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
}
