import pg from 'pg';
import { StartError } from '../platform/database/start-error.js';

/** Sent as a startup parameter, as the platform's pools do. */
const TIME_LIMIT_MS = 4_321;
const ANSWER_WITHIN_MS = 5_000;
/** The error code of everything that PgBouncer itself rejects. */
const PROTOCOL_VIOLATION = '08P01';

/**
 * Refuses a connection pooler such as PgBouncer in front of the server. A pooler refuses or drops the settings of a connection, and gives
 * one session to several clients, which breaks notifications, prepared statements and advisory locks.
 * @param variable the setting that holds the URL, for the sentence of the error
 * @throws StartError that names the setting to change
 */
export async function assertDirect(url: string, variable: string): Promise<void> {
  const sign = await signOfPooler(url);
  if (!sign) return;
  const { host, pathname } = new URL(url);
  throw new StartError(
    `The database ${host}${pathname} is behind a connection pooler, which ${sign}: set ${variable} to the address of the server itself, often another port (5432) or host name of the same provider.`,
  );
}

/** Returns what a pooler does differently, or undefined for a direct connection. */
async function signOfPooler(url: string): Promise<string | undefined> {
  const [one, other] = [openClient(url), openClient(url)];
  try {
    await one.connect();
    await other.connect();
    if (!(await keepsSettings(one))) return 'drops the settings of connections';
    return (await keepsItsSession(one, other)) ? undefined : 'shares sessions between connections';
  } catch (error) {
    if ((error as pg.DatabaseError).code === PROTOCOL_VIOLATION) return 'rejects the settings of connections';
    throw error;
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => undefined)));
  }
}

async function keepsSettings(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ limit: string }>(
    `select setting as limit from pg_settings where name = 'statement_timeout'`,
  );
  return rows[0]?.limit === String(TIME_LIMIT_MS);
}

/** While `other` is in a transaction, it has the session that the pooler received last, which was that of `one`. */
async function keepsItsSession(one: pg.Client, other: pg.Client): Promise<boolean> {
  const before = await sessionOf(one);
  await other.query('begin');
  await sessionOf(other);
  return (await sessionOf(one)) === before;
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid;
}

function openClient(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    statement_timeout: TIME_LIMIT_MS,
    query_timeout: ANSWER_WITHIN_MS,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
  });
  client.on('error', () => undefined);
  return client;
}
