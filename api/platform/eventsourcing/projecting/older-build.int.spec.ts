import { randomUUID } from 'node:crypto';
import { until } from '../../../testing/until.js';
import { createTestDatabase, type TestDatabase } from '../../database/testing/test-database.js';
import { openNode, type PostgresNode } from '../testing/postgres-node.js';
import { newStream, sampleEvent } from '../testing/sample-events.js';
import { sampleProjection } from '../testing/sample-projection.js';
import { Candidacy } from './candidacy.js';
import { fenceOlderLeaders } from './checkpoints.js';
import { ProjectionSet } from './projection-set.js';
import { Projector } from './projector.js';

const OLDER = new ProjectionSet([sampleProjection('samples', 1)]);
const NEWER = new ProjectionSet([sampleProjection('samples', 1), sampleProjection('samples', 2)]);

let database: TestDatabase;
let node: PostgresNode;
let leaderEpoch = 0n;

beforeEach(async () => {
  database = await createTestDatabase();
  node = await openNode(database.appUrl);
});
afterEach(async () => {
  await node.close();
  await database.drop();
});

/** Runs the projector with the read models of a build during `work`. */
async function leading(projections: ProjectionSet, work: () => Promise<unknown>): Promise<void> {
  const stopped = new AbortController();
  leaderEpoch += 1n;
  await projections.prepare(node.pool);
  await fenceOlderLeaders(node.pool, leaderEpoch);
  const run = new Projector({
    pool: node.pool,
    store: node.store,
    log: node.store,
    projections,
    isSingleEventStream: () => false,
    noticeMs: 0,
    onProjected: () => undefined,
    onError: () => undefined,
  }).run(leaderEpoch, stopped.signal);
  try {
    await work();
  } finally {
    stopped.abort();
    await run;
  }
}

const append = () => node.store.appendToStream(newStream(), 'no-stream', [sampleEvent({ index: 0 })]);
const served = async (): Promise<{ version: number; rows: number }> => {
  const { rows } = await node.pool.query<{ version: number; rows: number }>(
    `select (select live_version from plain.projections) as version, (select count(*)::integer from read.samples) as rows`,
  );
  return rows[0]!;
};
const serves = (version: number, rows: number) =>
  until(async () => {
    const now = await served();
    return now.version === version && now.rows === rows;
  });

it('rebuilds its version of a read model after a newer build has replaced it, and the newer build does the same', async () => {
  await leading(OLDER, async () => {
    await append();
    await serves(1, 1);
  });
  await leading(NEWER, async () => {
    await append();
    await serves(2, 2);
  });
  await leading(OLDER, async () => {
    await append();
    await serves(1, 3);
    expect(await OLDER.roleOfReadModels(node.pool)).toBe('ours');
  });
  await leading(NEWER, async () => {
    await append();
    await serves(2, 4);
  });
});

it('keeps the served version while a worker that contains it runs, or has crashed recently', async () => {
  await leading(NEWER, () => append());
  const newer = new Candidacy(node.pool, randomUUID(), NEWER);
  await newer.isBest();
  expect(await OLDER.toRebuild(node.pool)).toEqual([]);
  await node.pool.query("update plain.leader_candidates set seen_at = seen_at - interval '15 seconds'");
  expect(await OLDER.toRebuild(node.pool)).toEqual([]);
  await newer.withdraw();
  expect((await OLDER.toRebuild(node.pool)).map(({ version }) => version)).toEqual([1]);
});
