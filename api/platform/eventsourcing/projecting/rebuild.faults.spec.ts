import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../../database/testing/test-database.js';
import { until } from '../../../testing/until.js';
import { EncryptingEventStore } from '../encrypting-event-store.js';
import { PersonalDataVault } from '../personal-data.js';
import { SubjectKeys } from '../personal-data-keys.js';
import type { Projection } from '../projection.js';
import { openNode, type PostgresNode } from '../testing/postgres-node.js';
import { runProjector, type RunningProjector } from '../testing/running-projector.js';
import { newStream, sampleEvent } from '../testing/sample-events.js';
import { sampleProjection } from '../testing/sample-projection.js';
import { beginRebuild } from './begin-rebuild.js';
import { Fenced, fenceOlderLeaders } from './checkpoints.js';
import { listDeadLetters } from './dead-letters.js';
import { ensureRebuild, ProjectionSet, requestRebuild } from './projection-set.js';
import { verifyProjections } from './verify.js';

/** More than a rebuild writes in its first steps, so that an interruption leaves a stored checkpoint. */
const EVENTS = 1_200;
const INTERRUPTED_AT = 1_000;
const NAMES = ['samples', 'others'];

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

/** A projection that records what it receives during a rebuild, and loses its connection at an event. */
interface Watched {
  readonly projection: Projection;
  /** Sequences of the events that were committed or tried, in the order of arrival. */
  readonly received: number[];
  failsFrom: number;
}

function watched(name: string): Watched {
  const sample = sampleProjection(name) as Projection;
  const watch: Watched = {
    received: [],
    failsFrom: Infinity,
    projection: {
      ...sample,
      apply: async (client, events) => {
        const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
        if (rows[0]?.schema === 'rebuild') {
          if (events.at(-1)!.sequence >= watch.failsFrom) throw new Error('Connection terminated');
          watch.received.push(...events.map(({ sequence }) => sequence));
        }
        return sample.apply(client, events);
      },
    },
  };
  return watch;
}

async function append(count: number, data: object = { index: 0 }): Promise<void> {
  const appended = Array.from({ length: count }, () =>
    node.store.appendToStream(newStream(), 'no-stream', [sampleEvent(data)]),
  );
  await Promise.all(appended);
}

/** Projects everything on a first leader, whose rebuild then fails at {@link INTERRUPTED_AT} for good. */
async function interrupt(samples: Watched, others: Watched): Promise<ProjectionSet> {
  const set = new ProjectionSet([samples.projection, others.projection]);
  await set.prepare(node.pool);
  await append(EVENTS);
  projector = runProjector(node, set, 1n);
  await until(async () => (await checkpointOf('projector')) >= EVENTS);
  others.failsFrom = INTERRUPTED_AT;
  await requestRebuild(node.pool, NAMES);
  await until(() => projector!.errors.length > 0);
  return set;
}

async function checkpointOf(reader: string): Promise<number> {
  const { rows } = await node.pool.query<{ sequence: string }>(
    'select sequence from plain.checkpoints where reader = $1',
    [reader],
  );
  return Number(rows[0]?.sequence ?? -1);
}

/** Waits until no rebuild is requested, and expects each table to be as folded from the log. */
async function expectRebuilt(set: ProjectionSet): Promise<void> {
  await until(async () => (await set.toRebuild(node.pool)).length === 0);
  for (const verdict of await verifyProjections(node.pool, node.store, set.all))
    expect(verdict).toMatchObject({ same: true });
}

it('resumes from the stored checkpoint of each read model after a lost connection', async () => {
  const [samples, others] = [watched('samples'), watched('others')];
  const set = await interrupt(samples, others);
  const stored = await checkpointOf('rebuild:others_v1');
  expect(stored).toBeGreaterThan(0);
  const before = others.received.length;
  others.failsFrom = Infinity;
  await expectRebuilt(set);
  expect(others.received.slice(before)).toEqual(Array.from({ length: EVENTS - stored }, (_, nth) => stored + nth + 1));
  expect(samples.received).toEqual(Array.from({ length: EVENTS }, (_, nth) => nth + 1));
});

it('resumes under the next leader', async () => {
  const [samples, others] = [watched('samples'), watched('others')];
  await interrupt(samples, others);
  await projector!.stop();
  const stored = await checkpointOf('rebuild:others_v1');
  const storedSamples = await checkpointOf('rebuild:samples_v1');
  const [next, nextOthers] = [watched('samples'), watched('others')];
  const set = new ProjectionSet([next.projection, nextOthers.projection]);
  await fenceOlderLeaders(node.pool, 2n);
  projector = runProjector(node, set, 2n);
  await append(10);
  await expectRebuilt(set);
  expect(nextOthers.received[0]).toBe(stored + 1);
  expect(nextOthers.received.at(-1)).toBe(EVENTS + 10);
  // Without a stored checkpoint, its rebuild had ended.
  expect(next.received[0]).toBeGreaterThanOrEqual((storedSamples < 0 ? EVENTS : storedSamples) + 1);
});

it('keeps the live read models current while it fails', async () => {
  const [samples, others] = [watched('samples'), watched('others')];
  await interrupt(samples, others);
  await append(5);
  await until(async () => (await checkpointOf('others_v1')) === EVENTS + 5);
  expect(projector!.errors.every((error) => (error as Error).message === 'Connection terminated')).toBe(true);
});

it('keeps the events that it parked before an interruption', async () => {
  const [samples, others] = [watched('samples'), watched('others')];
  await append(1, { index: 1, poison: true });
  const set = await interrupt(samples, others);
  others.failsFrom = Infinity;
  await expectRebuilt(set);
  const parked = (await listDeadLetters(node.pool)).map(({ reader, reason }) => [reader, reason]);
  expect(parked.toSorted()).toEqual([
    ['others_v1', 'poison'],
    ['samples_v1', 'poison'],
  ]);
});

it('starts over when it is requested again, and not when the projector ensures that it is requested', async () => {
  const [samples, others] = [watched('samples'), watched('others')];
  const set = await interrupt(samples, others);
  await ensureRebuild(node.pool, NAMES);
  expect(await checkpointOf('rebuild:others_v1')).toBeGreaterThan(0);
  const before = others.received.length;
  await requestRebuild(node.pool, ['others']);
  others.failsFrom = Infinity;
  await expectRebuilt(set);
  expect(others.received.slice(before)).toEqual(Array.from({ length: EVENTS }, (_, nth) => nth + 1));
});

it.each([
  ['its tables are gone', 'drop table rebuild.others_v1'],
  [
    'the log lost the event of its checkpoint',
    "update plain.checkpoints set event_id = gen_random_uuid() where reader = 'rebuild:others_v1'",
  ],
  [
    'the live read models were set back',
    "update plain.checkpoints set sequence = 1e9 where reader = 'rebuild:others_v1'",
  ],
])('starts over when %s', async (_, damage) => {
  const [samples, others] = [watched('samples'), watched('others')];
  const set = await interrupt(samples, others);
  await projector!.stop();
  await node.pool.query(damage);
  const before = others.received.length;
  others.failsFrom = Infinity;
  projector = runProjector(node, set, 1n);
  await expectRebuilt(set);
  expect(others.received[before]).toBe(1);
});

it('is not begun by a leader that was replaced', async () => {
  const [samples, others] = [watched('samples'), watched('others')];
  const set = await interrupt(samples, others);
  await projector!.stop();
  await fenceOlderLeaders(node.pool, 2n);
  await node.pool.query("delete from plain.checkpoints where reader = 'rebuild:samples_v1'");
  const [event] = await node.store.readAll({ epoch: 0, transactionId: 0n, position: 0n }).next(1);
  const live = { position: event!.position, sequence: EVENTS };
  await expect(beginRebuild(node.pool, node.store, set.all, 1n, live)).rejects.toBeInstanceOf(Fenced);
  expect(await checkpointOf('rebuild:samples_v1')).toBe(-1);
});

it('parks only the event whose personal data cannot be decrypted, like the live projector', async () => {
  const vault = new PersonalDataVault(new SubjectKeys(node.pool, ['a master key of the tests, long enough for it']), {
    Sampled: { subject: 'userId', fields: ['index'] },
  });
  const store = new EncryptingEventStore(node.store, vault);
  const set = new ProjectionSet([sampleProjection()]);
  await set.prepare(node.pool);
  const userId = randomUUID();
  const [first, changed, last] = [newStream(), newStream(), newStream()];
  await store.appendToStream(first, 'no-stream', [sampleEvent({ userId, index: 1 })]);
  await node.store.appendToStream(changed, 'no-stream', [sampleEvent({ userId, $sealed: 'AAAA' })]);
  projector = runProjector(node, set, 1n, store);
  const parked = () => node.pool.query<{ stream: string }>('select stream from plain.dead_letters');
  await until(async () => (await parked()).rows.length === 1);
  // The checkpoint names the parked event.
  await projector.stop();
  projector = runProjector(node, set, 1n, store);
  await store.appendToStream(last, 'no-stream', [sampleEvent({ userId, index: 2 })]);
  await until(async () => (await checkpointOf('samples_v1')) === 3);
  await requestRebuild(node.pool, ['samples']);
  await until(async () => (await set.toRebuild(node.pool)).length === 0);
  const { rows } = await node.pool.query<{ stream: string }>('select stream from read.samples');
  expect(rows.map(({ stream }) => stream).toSorted()).toEqual([first, last].toSorted());
  expect((await parked()).rows).toEqual([{ stream: changed }]);
  expect(projector.errors).toEqual([]);
});

it('takes over the tables of a read model that it replaces, and gives them back to an earlier build', async () => {
  const earlier = new ProjectionSet([sampleProjection('samples'), sampleProjection('others')] as Projection[]);
  await earlier.prepare(node.pool);
  await append(10);
  projector = runProjector(node, earlier, 1n);
  await until(async () => (await checkpointOf('others_v1')) === 10);
  await projector.stop();

  const own = sampleProjection('samples', 2) as Projection;
  const taken = sampleProjection('others', 2) as Projection;
  const merged: Projection = {
    ...own,
    replaces: ['others'],
    tables: [...own.tables, ...taken.tables],
    schema: `${own.schema}; ${taken.schema}`,
    apply: async (client, events) => [...(await own.apply(client, events)), ...(await taken.apply(client, events))],
  };
  const later = new ProjectionSet([merged]);
  await later.prepare(node.pool);
  const shown = async (): Promise<unknown> =>
    (await node.pool.query('select count(*)::integer as count from read.others')).rows[0];
  await append(5);
  expect(await shown()).toEqual({ count: 10 });
  await fenceOlderLeaders(node.pool, 2n);
  projector = runProjector(node, later, 2n);
  await until(async () => (await later.toRebuild(node.pool)).length === 0);
  await until(async () => (await checkpointOf('samples_v2')) === 15);
  expect(await shown()).toEqual({ count: 15 });
  expect(await checkpointOf('others_v1')).toBe(-1);
  await projector.stop();

  await earlier.prepare(node.pool);
  await append(1);
  await fenceOlderLeaders(node.pool, 3n);
  projector = runProjector(node, earlier, 3n);
  await until(async () => (await earlier.toRebuild(node.pool)).length === 0);
  await until(async () => (await checkpointOf('others_v1')) === 16);
  expect(await shown()).toEqual({ count: 16 });
});
