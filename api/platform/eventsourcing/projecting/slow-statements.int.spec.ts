import { jest } from '@jest/globals';
import pg from 'pg';
import { until } from '../../../testing/until.js';
import { createTestDatabase, type TestDatabase } from '../../database/testing/test-database.js';
import type { Projection, ProjectionClient } from '../projection.js';
import { openNode, type PostgresNode } from '../testing/postgres-node.js';
import { newStream, sampleEvent } from '../testing/sample-events.js';
import { runProjector, type RunningProjector } from '../testing/running-projector.js';
import { sampleProjection } from '../testing/sample-projection.js';
import { createCheckpoints } from './checkpoints.js';
import { listDeadLetters } from './dead-letters.js';
import { ProjectionSet } from './projection-set.js';
import { finishRebuild } from './write-batch.js';

const LARGE = 9;
const LONGER_THAN_LIMIT = 'select pg_sleep($1)';
const SECONDS = 0.6;

let database: TestDatabase;
let node: PostgresNode;
/** With limits like those of the platform's pool, and shorter. */
let limited: pg.Pool;
let projector: RunningProjector | undefined;

beforeEach(async () => {
  database = await createTestDatabase();
  node = await openNode(database.appUrl);
  limited = new pg.Pool({ connectionString: database.appUrl, statement_timeout: 200, query_timeout: 300 });
});
afterEach(async () => {
  await projector?.stop();
  await limited.end();
  await node.close();
  await database.drop();
});

/** A projection for which an event with the index `LARGE` is much work. */
function working(work: (client: ProjectionClient) => Promise<unknown>): Projection {
  const sample = sampleProjection() as Projection;
  return {
    ...sample,
    apply: async (client, events) => {
      if (events.some(({ data }) => (data as { index: number }).index === LARGE)) await work(client);
      return sample.apply(client, events);
    },
  };
}

/** Projects an event of each stream, of which the second is much work, and returns the streams with rows. */
async function projected(projection: Projection, streams: readonly string[], expected: number): Promise<string[]> {
  const set = new ProjectionSet([projection]);
  await set.prepare(node.pool);
  for (const [index, stream] of streams.entries()) {
    await node.store.appendToStream(stream, 'no-stream', [sampleEvent({ index: index === 1 ? LARGE : index })]);
  }
  projector = runProjector({ ...node, pool: limited }, set, 1n);
  const rows = async () => (await node.pool.query<{ stream: string }>('select stream from read.samples')).rows;
  await until(async () => (await rows()).length === expected);
  return (await rows()).map(({ stream }) => stream).toSorted();
}

it('gives an event more time that takes longer than a statement may', async () => {
  const work = jest.fn((client: ProjectionClient) => client.query(LONGER_THAN_LIMIT, [SECONDS]));
  const streams = [newStream(), newStream(), newStream()];
  expect(await projected(working(work), streams, 3)).toEqual(streams.toSorted());
  expect(work).toHaveBeenCalledTimes(2);
  expect(await listDeadLetters(node.pool)).toEqual([]);
});

it('parks an event that takes too long even then, and continues with the others', async () => {
  const work = async (client: ProjectionClient): Promise<void> => {
    await client.query('set local statement_timeout = 50');
    await client.query(LONGER_THAN_LIMIT, [SECONDS]);
  };
  const streams = [newStream(), newStream(), newStream()];
  const [first, large, last] = streams;
  expect(await projected(working(work), streams, 2)).toEqual([first, last].toSorted());
  expect(await listDeadLetters(node.pool)).toEqual([
    { reader: 'samples_v1', stream: large, events: 1, reason: 'PostgreSQL rejected it: it took too long (57014)' },
  ]);
});

it('gives a portion of a rebuild more time', async () => {
  await createCheckpoints(node.pool, ['samples_v1'], 1n);
  const finish = async (client: ProjectionClient): Promise<boolean> => {
    await client.query(LONGER_THAN_LIMIT, [SECONDS]);
    return true;
  };
  const projection = { ...sampleProjection(), rebuilding: { apply: async () => [], finish } } as Projection;
  const target = { projection, reader: 'samples_v1', parkedStreams: new Set<string>() };
  expect(await finishRebuild(limited, target, 1n)).toBe(true);
});
