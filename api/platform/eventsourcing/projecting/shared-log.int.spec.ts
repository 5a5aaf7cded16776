import { until } from '../../../testing/until.js';
import { createTestDatabase, type TestDatabase } from '../../database/testing/test-database.js';
import type { EventStore } from '../event-store.js';
import { openNode, type PostgresNode } from '../testing/postgres-node.js';
import { runProjector } from '../testing/running-projector.js';
import { newStream, sampleEvent } from '../testing/sample-events.js';
import { sampleProjection } from '../testing/sample-projection.js';
import { ProjectionSet } from './projection-set.js';
import { runReactors } from './reactor.js';
import { SharedLog } from './shared-log.js';

let database: TestDatabase;
let node: PostgresNode;

beforeEach(async () => {
  database = await createTestDatabase();
  node = await openNode(database.appUrl);
});
afterEach(async () => {
  await node.close();
  await database.drop();
});

/** Counts the events that the store's subscriptions return. */
function counting(store: EventStore): { log: Pick<EventStore, 'readAll'>; count(): number } {
  let events = 0;
  const readAll: EventStore['readAll'] = (after) => {
    const subscription = store.readAll(after);
    return {
      next: async (limit) => {
        const batch = await subscription.next(limit);
        events += batch.length;
        return batch;
      },
      waitForMore: (timeoutMs) => subscription.waitForMore(timeoutMs),
      close: () => subscription.close(),
    };
  };
  return { log: { readAll }, count: () => events };
}

it('reads each event once for the projector and all reactors', async () => {
  const { pool, store } = node;
  const { log: counted, count } = counting(store);
  const log = new SharedLog(counted);
  const projections = new ProjectionSet([sampleProjection()]);
  await projections.prepare(pool);
  const reacted = [0, 0];
  const reactors = reacted.map((_, nth) => ({
    name: `reactor ${nth}`,
    handles: ['Sampled'],
    react: async () => void (reacted[nth]! += 1),
  }));
  const projected = async (): Promise<number> =>
    (await pool.query<{ rows: number }>('select count(*)::integer as rows from read.samples')).rows[0]!.rows;
  const stopped = new AbortController();
  const projector = runProjector(node, projections, 1n, store, log);
  const reacting = runReactors(reactors, { pool, store, log, onError: () => undefined }, 1n, stopped.signal);
  for (let batch = 1; batch <= 8; batch += 1) {
    await Promise.all(
      Array.from({ length: 10 }, () => store.appendToStream(newStream(), 'no-stream', [sampleEvent({ index: 0 })])),
    );
    await until(async () => (await projected()) === batch * 10 && reacted.every((events) => events === batch * 10));
  }
  stopped.abort();
  await Promise.all([projector.stop(), reacting]);
  expect(count()).toBe(80);
});
