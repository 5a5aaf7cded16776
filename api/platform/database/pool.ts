import pg from 'pg';

/** Injection token of the process's connection pool, as the application's role. */
export const POOL = Symbol('Pool');

/** Injection token of the {@link DatabaseUrls}. */
export const DATABASE_URLS = Symbol('DatabaseUrls');

/** One URL to migrate with, one to work with. */
export interface DatabaseUrls {
  readonly adminUrl: string;
  readonly appUrl: string;
}

/**
 * A pool with the platform's time budget. Browsers give up after 5 s, so a caller waits 1 s for a connection, and a statement runs
 * 4 s at most. The server ends idle transactions, because they hold up all readers.
 * @param onConnect runs on every new connection before its first use; the connection is closed when it rejects. The second for the
 * connection ends before it, so its statements may take as long as any other: 2 s for a lock, 4.5 s in all
 */
export function openPool(
  connectionString: string,
  max = 12,
  onConnect?: (client: pg.ClientBase) => Promise<void>,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    keepAlive: true,
    connectionTimeoutMillis: 1_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 4_000,
    query_timeout: 4_500,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'ready-room',
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for the promise, which its types do not mention
    ...(onConnect && { onConnect }),
  });
  // An idle connection that breaks is replaced at the next use; the error itself needs nobody.
  pool.on('error', () => undefined);
  // A connection that breaks between two statements of a transaction also says so here; unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
