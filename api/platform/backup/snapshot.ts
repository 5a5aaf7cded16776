import pg from 'pg';
import { StartError } from '../database/start-error.js';
import type { BackupHeader } from './backup-format.js';

type AboutTheDatabase = Pick<BackupHeader, 'postgresVersion' | 'migrations'>;

/** Settings that make the output of COPY independent of the server, database and role. */
const PLAIN_TEXT = `
  set statement_timeout = 0;
  set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set datestyle = 'ISO, YMD';
  set intervalstyle = 'postgres';
  set timezone = 'UTC';
  set bytea_output = 'hex';
  set extra_float_digits = 1;`;

const NOT_ALLOWED = '42501';

/**
 * Runs `work` in one read-only transaction that sees only rows committed before it began.
 * @param before runs on the connection before the transaction begins
 * @throws StartError when the role is not allowed to read all tables
 */
export async function inSnapshot<T>(
  databaseUrl: string,
  before: (client: pg.Client) => Promise<void>,
  work: (client: pg.Client, about: AboutTheDatabase) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'ready-room backup',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(PLAIN_TEXT);
    await before(client);
    await client.query('begin isolation level repeatable read read only');
    return await work(client, await about(client));
  } catch (error) {
    if ((error as pg.DatabaseError).code !== NOT_ALLOWED) throw error;
    throw new StartError(
      `The database role is not allowed to read everything (${(error as Error).message}): set DATABASE_ADMIN_URL, or start this version of the platform once.`,
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

async function about(client: pg.Client): Promise<AboutTheDatabase> {
  const { rows } = await client.query<{ version: string; migrations: string[] }>(
    `select current_setting('server_version') as version, (select array_agg(name order by id) from ready_room_migrations) as migrations`,
  );
  return { postgresVersion: rows[0]!.version, migrations: rows[0]!.migrations };
}
