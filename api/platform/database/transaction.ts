import { isConnectionFailure } from '../failures.js';
import type { Pool, PoolClient } from 'pg';

/**
 * Runs `work` on one connection of the pool, which stays open after an error that the server reports. `pool.query` closes it after
 * every error.
 */
export async function onConnection<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    if (isConnectionFailure(error)) broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Runs `work` in one transaction on a dedicated client. Commits when it resolves, and rolls back when it rejects.
 * @param settings `set local …` statements, sent together with `begin` to save round trips
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
    // On a broken connection a rollback would only wait too. PostgreSQL rolls back when the connection ends.
    if (isConnectionFailure(error)) broken = error as Error;
    else await client.query('rollback').catch((rollbackError: Error) => (broken = rollbackError));
    throw error;
  } finally {
    client.release(broken);
  }
}
