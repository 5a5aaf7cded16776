import { createHash } from 'node:crypto';
import type { PoolClient, QueryResultRow } from 'pg';

/** Names of the prepared statements by text. The map stays small, because all texts are constants of the program. */
const names = new Map<string, string>();

/**
 * Wraps a client so that each statement with parameters is prepared at its first use and not planned again on that connection.
 * Saves time where the same few statements run all day. PostgreSQL may use one plan for all values, so statements on fast-growing
 * tables must select rows by key.
 * @param limitMs how long the driver waits for a statement with parameters, if not as long as the pool says
 */
export function planningOnce(
  client: PoolClient,
  limitMs?: number,
): {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
} {
  const limit = limitMs === undefined ? {} : { query_timeout: limitMs };
  return {
    query: (text, values) =>
      values ? client.query({ name: nameOf(text), text, values, ...limit }) : client.query(text),
  };
}

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  // PostgreSQL truncates names to 63 bytes.
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  names.set(text, name);
  return name;
}
