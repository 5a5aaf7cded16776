import { createHash } from 'node:crypto';
import type { PoolClient, QueryResultRow } from 'pg';

/** The names of statements seen so far: their texts are those of the program, so there are few. */
const names = new Map<string, string>();

/**
 * Each statement with parameters is parsed and planned at its first use on a connection, not each time. Worth it where the same
 * few are run all day; the plan is one for all values, so tables that grow fast need statements that go by keys.
 */
export function planningOnce(client: PoolClient): {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
} {
  return {
    query: (text, values) => (values ? client.query({ name: nameOf(text), text, values }) : client.query(text)),
  };
}

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  // PostgreSQL cuts names after 63 bytes.
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  names.set(text, name);
  return name;
}
