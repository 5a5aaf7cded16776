import pg from 'pg';
import { Hints } from '../../database/hints.js';
import { LOG_CHANNEL, PROJECTIONS_CHANNEL } from '../../database/wake-ups.js';
import { PostgresEventStore } from '../postgres/postgres-event-store.js';

/** A node: a pool, hints and an event store. */
export interface PostgresNode {
  readonly pool: pg.Pool;
  readonly hints: Hints;
  readonly store: PostgresEventStore;
  close(): Promise<void>;
}

/** Changes a statement before it is sent. Tests use it to break one rule and prove that the break is detected. */
export type StatementMutant = (text: string) => string;

/** Opens a node on a database, with the application's role. */
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

/** Returns a pool whose statements pass through the mutant. */
export function mutated(pool: pg.Pool, mutant: StatementMutant): pg.Pool {
  const change = (query: unknown): unknown => {
    if (typeof query === 'string') return mutant(query);
    const { text } = query as { text: string };
    // Removes the name, because a prepared statement of that name may have the original text.
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
