import pg from 'pg';
import { Hints } from '../../database/hints.js';
import { LOG_CHANNEL, PROJECTIONS_CHANNEL } from '../../database/wake-ups.js';
import { PostgresEventStore } from '../postgres/postgres-event-store.js';

/** What one node has: a pool, hints and a store of its own. */
export interface PostgresNode {
  readonly pool: pg.Pool;
  readonly hints: Hints;
  readonly store: PostgresEventStore;
  close(): Promise<void>;
}

/** Changes a statement on its way to the server: how a test breaks one rule to prove that it would be noticed. */
export type StatementMutant = (text: string) => string;

/** A node on a database, as the application's role. */
export async function openNode(appUrl: string, mutant?: StatementMutant): Promise<PostgresNode> {
  const pool = new pg.Pool({ connectionString: appUrl, max: 8 });
  pool.on('error', () => undefined);
  const hints = new Hints(appUrl, [LOG_CHANNEL, PROJECTIONS_CHANNEL], pool);
  await hints.start();
  const store = new PostgresEventStore(mutant ? mutated(pool, mutant) : pool, hints);
  return {
    pool,
    hints,
    store,
    close: async () => {
      await store.drain();
      await hints.close();
      await pool.end();
    },
  };
}

/** A pool whose statements pass through the mutant. */
export function mutated(pool: pg.Pool, mutant: StatementMutant): pg.Pool {
  const change = (query: unknown): unknown => {
    if (typeof query === 'string') return mutant(query);
    const { text } = query as { text: string };
    // Without the name: a prepared statement of that name may hold the unbroken text.
    return { ...(query as object), text: mutant(text), name: undefined };
  };
  return new Proxy(pool, {
    get(target, property, receiver) {
      if (property === 'query')
        return (query: unknown, values?: unknown[]) => target.query(change(query) as string, values);
      if (property === 'connect') return () => target.connect().then((client) => mutatedClient(client, change));
      return Reflect.get(target, property, receiver) as unknown;
    },
  });
}

const mutatedClient = (client: pg.PoolClient, change: (query: unknown) => unknown): pg.PoolClient =>
  new Proxy(client, {
    get(target, property) {
      if (property === 'query')
        return (query: unknown, values?: unknown[]) => target.query(change(query) as string, values);
      const value = Reflect.get(target, property) as unknown;
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
