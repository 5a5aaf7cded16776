import { isConnectionFailure } from '../failures.js';
import type { Pool, PoolClient } from 'pg';

/**
 * Runs `work` in one transaction on a client of its own: committed when it resolves, rolled back when it rejects.
 * `settings`: `set local …`, sent with the beginning, for every statement of its own is a round trip.
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  settings: readonly string[] = [],
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(['begin', ...settings].join('; '));
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // On a connection that does not answer a rollback would only wait as well; PostgreSQL rolls back when it ends.
    if (isConnectionFailure(error)) broken = error as Error;
    else await client.query('rollback').catch((rollbackError: Error) => (broken = rollbackError));
    throw error;
  } finally {
    client.release(broken);
  }
}
