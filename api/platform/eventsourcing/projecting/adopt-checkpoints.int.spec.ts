import { until } from '../../../testing/until.js';
import { createTestDatabase, type TestDatabase } from '../../database/testing/test-database.js';
import { copyLog } from '../copying/copy-log.js';
import { KurrentDbEventStore } from '../kurrentdb/kurrentdb-event-store.js';
import { kurrentDbLogWriter } from '../kurrentdb/kurrentdb-log-writer.js';
import { KurrentDbDouble } from '../kurrentdb/testing/kurrentdb-double.js';
import { openOwned } from '../kurrentdb/testing/owned-kurrentdb.js';
import { WakeUps } from '../../database/wake-ups.js';
import { openNode, type PostgresNode } from '../testing/postgres-node.js';
import { runProjector } from '../testing/running-projector.js';
import { newStream, sampleEvent } from '../testing/sample-events.js';
import { sampleProjection } from '../testing/sample-projection.js';
import { adoptCheckpoints } from './adopt-checkpoints.js';
import { ProjectionSet, requestRebuild } from './projection-set.js';

let database: TestDatabase;
let node: PostgresNode;
let double: KurrentDbDouble;
let kurrentDb: KurrentDbEventStore;

beforeEach(async () => {
  database = await createTestDatabase();
  node = await openNode(database.appUrl);
  double = await KurrentDbDouble.start();
  const connection = await openOwned({ url: double.url, streamPrefix: '' });
  kurrentDb = new KurrentDbEventStore(connection, new WakeUps());
  await node.store.appendToStream(newStream(), 'no-stream', [sampleEvent({ index: 0 })]);
  await copyLog(node.store, kurrentDb, kurrentDbLogWriter(connection), () => undefined);
});
afterEach(async () => {
  await kurrentDb.close();
  double.close();
  await node.close();
  await database.drop();
});

const checkpoints = async (): Promise<Record<string, string>> => {
  const { rows } = await node.pool.query<{ reader: string; position: string }>('select * from plain.checkpoints');
  return Object.fromEntries(rows.map(({ reader, position }) => [reader, position]));
};

/** Projects the log, and rebuilds the read model afterwards. */
async function projectAndRebuild(): Promise<void> {
  const set = new ProjectionSet([sampleProjection()]);
  await set.prepare(node.pool);
  const projector = runProjector(node, set, 1n);
  await until(async () => (await node.pool.query('select from read.samples')).rowCount === 1);
  await requestRebuild(node.pool, ['samples']);
  await until(async () => (await set.toRebuild(node.pool)).length === 0);
  await projector.stop();
}

it('moves the checkpoint of a read model that has processed no event since its rebuild', async () => {
  await projectAndRebuild();
  await adoptCheckpoints(node.pool, kurrentDb, true);
  const { projector, samples_v1 } = await checkpoints();
  expect([projector, samples_v1]).toEqual([expect.stringMatching(/^1000000\./), projector]);
});

it('finds the event of a checkpoint that names none at another one', async () => {
  await projectAndRebuild();
  // As an older version has left it.
  await node.pool.query(
    "update plain.checkpoints set event_id = null, stream = null, version = null where reader = 'samples_v1'",
  );
  await adoptCheckpoints(node.pool, kurrentDb, true);
  const { projector, samples_v1 } = await checkpoints();
  expect(samples_v1).toBe(projector);
});

it('changes nothing when no checkpoint names the event of a position', async () => {
  await projectAndRebuild();
  await node.pool.query('update plain.checkpoints set event_id = null, stream = null, version = null');
  const before = await checkpoints();
  await expect(adoptCheckpoints(node.pool, kurrentDb, true)).rejects.toThrow(/start it once with the former log/);
  expect(await checkpoints()).toEqual(before);
});
