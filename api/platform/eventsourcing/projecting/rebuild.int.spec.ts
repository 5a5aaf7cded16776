import { jest } from '@jest/globals';
import { until } from '../../../testing/until.js';
import { createTestDatabase, type TestDatabase } from '../../database/testing/test-database.js';
import { openNode, type PostgresNode } from '../testing/postgres-node.js';
import { runProjector } from '../testing/running-projector.js';
import { newStream, sampleEvent } from '../testing/sample-events.js';
import { sampleProjection } from '../testing/sample-projection.js';
import { type Checkpoint, Fenced, loadCheckpoint } from './checkpoints.js';
import { ProjectionSet, requestRebuild } from './projection-set.js';
import { Rebuild } from './rebuild.js';
import { verifyProjections } from './verify.js';
import { PROJECTOR } from './write-batch.js';

const EVENTS = 2;

let database: TestDatabase;
let node: PostgresNode;
let set: ProjectionSet;
let live: Checkpoint;

beforeEach(async () => {
  database = await createTestDatabase();
  node = await openNode(database.appUrl);
  set = new ProjectionSet([sampleProjection()]);
  await set.prepare(node.pool);
  for (let n = 0; n < EVENTS; n += 1)
    await node.store.appendToStream(newStream(), 'no-stream', [sampleEvent({ index: 0 })]);
  const projector = runProjector(node, set, 1n);
  await until(async () => (await node.pool.query('select from read.samples')).rowCount === EVENTS);
  await projector.stop();
  live = await loadCheckpoint(node.pool, node.store, PROJECTOR);
});
afterEach(async () => {
  await node.close();
  await database.drop();
});

function open(noticeMs = 0): { rebuild: Rebuild; errors: unknown[] } {
  const errors: unknown[] = [];
  const { pool, store } = node;
  const options = { pool, store, projections: set, noticeMs, onError: (error: unknown) => void errors.push(error) };
  return { rebuild: new Rebuild(options, 1n), errors };
}

it('does not serve tables that a crash of the database has set back before the switch', async () => {
  const { rebuild, errors } = open();
  await requestRebuild(node.pool, ['samples']);
  expect(await rebuild.step(live)).toBe('working');
  // Simulates the loss of the batch, which was committed asynchronously.
  await node.pool.query(`
    delete from rebuild.samples_v1;
    update plain.checkpoints set position = '0.0.0', event_id = null, stream = null, version = null, sequence = 0
    where reader like 'rebuild:%'`);
  expect(await rebuild.step(live)).toBe('nothing to do');
  expect(errors).toEqual([expect.any(Fenced)]);
  await until(async () => (await rebuild.step(live)) === 'switched');
  expect(await verifyProjections(node.pool, node.store, set.all)).toEqual([
    { table: 'samples_v1', rows: EVENTS, same: true },
  ]);
});

it('looks for requested rebuilds after the clock was set back', async () => {
  const { rebuild } = open();
  expect(await rebuild.step(live)).toBe('nothing to do');
  const now = Date.now;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
  try {
    await requestRebuild(node.pool, ['samples']);
    const steps = new Set<string>();
    for (const end = performance.now() + 5_000; performance.now() < end && !steps.has('switched');)
      steps.add(await rebuild.step(live));
    expect([...steps]).toContain('switched');
  } finally {
    clock.mockRestore();
  }
});
