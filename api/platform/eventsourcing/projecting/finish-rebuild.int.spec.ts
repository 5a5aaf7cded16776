import { createTestDatabase, type TestDatabase } from '../../database/testing/test-database.js';
import { until } from '../../../testing/until.js';
import type { ProjectedEvent, Projection } from '../projection.js';
import { openNode, type PostgresNode } from '../testing/postgres-node.js';
import { runProjector, type RunningProjector } from '../testing/running-projector.js';
import { newStream, sampleEvent } from '../testing/sample-events.js';
import { sampleProjection } from '../testing/sample-projection.js';
import { createCheckpoints, Fenced, fenceOlderLeaders } from './checkpoints.js';
import { ProjectionSet, requestRebuild } from './projection-set.js';
import { verifyProjections } from './verify.js';
import { finishRebuild } from './write-batch.js';

const EVENTS = 350;
const PORTION = 100;

let database: TestDatabase;
let node: PostgresNode;
let projector: RunningProjector | undefined;

beforeEach(async () => {
  database = await createTestDatabase();
  node = await openNode(database.appUrl);
});
afterEach(async () => {
  await projector?.stop();
  await node.close();
  await database.drop();
});

/** A projection whose rebuild keeps the events until the end. `before` runs before each portion. */
function postponing(before: (portion: number) => Promise<void>): Projection {
  const sample = sampleProjection() as Projection;
  let portions = 0;
  return {
    ...sample,
    tables: [...sample.tables, 'waiting_v1'],
    schema: `${sample.schema}; create table waiting_v1 (sequence bigint primary key, event jsonb not null)`,
    rebuilding: {
      apply: async (client, events) => {
        const kept = events.map(({ stream, data, sequence }) => ({ sequence, event: { stream, data, sequence } }));
        await client.query(
          'insert into waiting_v1 select sequence, event from jsonb_to_recordset($1) as e (sequence bigint, event jsonb)',
          [JSON.stringify(kept)],
        );
        return [];
      },
      finish: async (client) => {
        portions += 1;
        await before(portions);
        const { rows } = await client.query<{ event: ProjectedEvent }>(
          `delete from waiting_v1 where sequence in (select sequence from waiting_v1 order by sequence limit ${PORTION}) returning event`,
        );
        if (rows.length > 0)
          await sample.apply(
            client,
            rows.map(({ event }) => event),
          );
        return rows.length > 0;
      },
    },
  };
}

async function append(count: number): Promise<void> {
  const appended = Array.from({ length: count }, () =>
    node.store.appendToStream(newStream(), 'no-stream', [sampleEvent({ index: 0 })]),
  );
  await Promise.all(appended);
}

const count = async (table: string): Promise<number> =>
  (await node.pool.query<{ count: number }>(`select count(*)::integer as count from ${table}`)).rows[0]!.count;

it('derives what a rebuild left out in portions, also after a failure and of new events, before it is served', async () => {
  const waiting: number[] = [];
  const projection = postponing(async (portion) => {
    if (portion === 2) throw new Error('Connection terminated');
    // The rows of a portion whose transaction was rolled back are still there.
    waiting.push(await count('rebuild.waiting_v1'));
    if (portion === 4) await append(20);
  });
  const set = new ProjectionSet([projection]);
  await set.prepare(node.pool);
  await append(EVENTS);
  projector = runProjector(node, set, 1n);
  await until(async () => (await count('read.samples')) === EVENTS);
  await requestRebuild(node.pool, ['samples']);
  await until(async () => (await set.toRebuild(node.pool)).length === 0);
  expect(waiting.slice(0, 3)).toEqual([EVENTS, EVENTS - PORTION, EVENTS - 2 * PORTION]);
  expect(waiting.at(-1)).toBe(0);
  expect(projector.errors).toEqual([new Error('Connection terminated')]);
  await until(async () => (await count('read.samples')) === EVENTS + 20);
  for (const verdict of await verifyProjections(node.pool, node.store, set.all))
    expect(verdict).toMatchObject({ same: true });
});

it('derives nothing for a leader that was replaced', async () => {
  const portions: number[] = [];
  const projection = postponing((portion) => Promise.resolve(void portions.push(portion)));
  await createCheckpoints(node.pool, ['rebuild:samples_v1'], 1n);
  await fenceOlderLeaders(node.pool, 2n);
  const target = { projection, reader: 'rebuild:samples_v1', parkedStreams: new Set<string>() };
  await expect(finishRebuild(node.pool, target, 1n)).rejects.toBeInstanceOf(Fenced);
  expect(portions).toEqual([]);
});
