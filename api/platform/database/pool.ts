import pg from 'pg';

/** Injection token of the process's connection pool, which connects as the application's role. */
export const POOL = Symbol('Pool');

/** Injection token of the {@link DatabaseUrls}. */
export const DATABASE_URLS = Symbol('DatabaseUrls');

/** URLs of the database: one for migrations, one for the application's role, and one for that role on a replica. */
export interface DatabaseUrls {
  readonly adminUrl: string;
  readonly appUrl: string;
  readonly replicaUrl?: string | undefined;
}

/**
 * Opens a pool with the platform's time budget. Browsers give up after 5 s, so a caller waits at most 1 s for a connection, and a
 * statement runs at most 4 s. The server ends idle transactions, because they delay all readers of the log.
 * @param onConnect runs on every new connection before its first use; the connection is closed when it rejects. The connection
 * timeout of 1 s does not include it: its statements have the usual limits of 2 s for a lock and 4.5 s in total
 * @param connectedWithinMs how long a caller waits for a connection, if not for 1 s
 */
export function openPool(
  connectionString: string,
  max = 12,
  onConnect?: (client: pg.ClientBase) => Promise<void>,
  connectedWithinMs = 1_000,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    keepAlive: true,
    connectionTimeoutMillis: connectedWithinMs,
    idleTimeoutMillis: 30_000,
    statement_timeout: 4_000,
    query_timeout: 4_500,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'ready-room',
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for the promise, which its types do not mention
    ...(onConnect && { onConnect }),
  });
  // The pool replaces an idle connection that breaks at the next use, so the error can be ignored.
  pool.on('error', () => undefined);
  // A connection that breaks between two statements of a transaction emits an error. Without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
