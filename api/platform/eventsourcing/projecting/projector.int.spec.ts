import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '../../database/testing/test-database.js';
import type { EventStore } from '../event-store.js';
import type { RecordedEvent } from '../message.js';
import { mutated, openNode, type PostgresNode } from '../testing/postgres-node.js';
import { newStream, sampleEvent } from '../testing/sample-events.js';
import { type RunningProjector, runProjector } from '../testing/running-projector.js';
import { sampleProjection } from '../testing/sample-projection.js';
import { Fenced, fenceOlderLeaders, LogChanged } from './checkpoints.js';
import { listDeadLetters } from './dead-letters.js';
import { ProjectionSet, requestRebuild } from './projection-set.js';
import { StreamGap } from './stream-heads.js';
import { verifyProjections } from './verify.js';
import { PROJECTOR, writeLiveBatch } from './write-batch.js';

let database: TestDatabase;
let node: PostgresNode;
const running: RunningProjector[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  node = await openNode(database.appUrl);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
  await node.close();
  await database.drop();
});

/** Runs the projector until the end of the test. */
function project(projections: ProjectionSet, leaderEpoch = 1n, store: EventStore = node.store): RunningProjector {
  const projector = runProjector(node, projections, leaderEpoch, store);
  running.push(projector);
  return projector;
}

async function eventually<T>(read: () => Promise<T>, done: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const value = await read();
    if (done(value) || Date.now() > deadline) return value;
    await delay(20);
  }
}

const rowsOf = async (table: string): Promise<{ stream: string; index: number }[]> =>
  (await node.pool.query<{ stream: string; index: number }>(`select stream, index from ${table} order by stream`)).rows;

const append = async (count: number): Promise<string[]> => {
  const streams = Array.from({ length: count }, newStream).toSorted();
  await Promise.all(
    streams.map((stream) => node.store.appendToStream(stream, 'no-stream', [sampleEvent({ index: 0 })])),
  );
  return streams;
};

const samples = (): ProjectionSet => new ProjectionSet([sampleProjection()]);

it('projects events that were appended before and after its start', async () => {
  const set = samples();
  await set.prepare(node.pool);
  const [stream] = await append(1);
  project(set);
  await node.store.appendToStream(stream!, 0, [sampleEvent({ index: 7 })]);
  expect(
    await eventually(
      () => rowsOf('read.samples'),
      (rows) => rows[0]?.index === 7,
    ),
  ).toEqual([{ stream, index: 7 }]);
});

it('publishes the changed rows with an increasing sequence', async () => {
  const set = samples();
  await set.prepare(node.pool);
  const streams = await append(3);
  project(set);
  const changes = async () =>
    (
      await node.pool.query<{ sequence: string; topic: string; id: string }>(
        'select * from plain.live_changes order by id',
      )
    ).rows;
  const rows = await eventually(changes, (seen) => seen.length === 3);
  expect(rows.map((row) => [row.topic, row.id])).toEqual(streams.map((stream) => ['samples', stream]));
  expect(rows.every((row) => Number(row.sequence) >= 1 && Number(row.sequence) <= 3)).toBe(true);
});

it('continues from the checkpoint of the previous leader', async () => {
  const set = samples();
  await set.prepare(node.pool);
  await append(5);
  project(set, 1n);
  await eventually(
    () => rowsOf('read.samples'),
    (rows) => rows.length === 5,
  );
  await running.pop()!.stop();
  await append(5);
  await fenceOlderLeaders(node.pool, 2n);
  project(set, 2n);
  expect(
    await eventually(
      () => rowsOf('read.samples'),
      (rows) => rows.length === 10,
    ),
  ).toHaveLength(10);
  const { rows } = await node.pool.query('select sequence from plain.checkpoints where reader = $1', [PROJECTOR]);
  expect(rows).toEqual([{ sequence: '10' }]);
});

describe('a replaced leader', () => {
  const write = async (pool = node.pool): Promise<unknown> => {
    const projection = sampleProjection();
    const set = new ProjectionSet([projection]);
    await set.prepare(node.pool);
    project(set, 1n);
    await append(1);
    await eventually(
      () => rowsOf('read.samples'),
      (rows) => rows.length === 1,
    );
    await running.pop()!.stop();
    const from = (await node.store.readAll({ epoch: 0, transactionId: 0n, position: 0n }).next(1))[0]!;
    await fenceOlderLeaders(node.pool, 2n);
    const [stream] = await append(1);
    const events = await node.store.readStream(stream!);
    return writeLiveBatch(
      pool,
      {
        events,
        from: { position: from.position, sequence: 1 },
        targets: [{ projection, reader: 'samples_v1', parkedStreams: new Set() }],
        leaderEpoch: 1n,
      },
      () => false,
    );
  };

  it('cannot write', async () => {
    await expect(write()).rejects.toBeInstanceOf(Fenced);
    expect(await rowsOf('read.samples')).toHaveLength(1);
  });

  it('could write if checkpoints were not fenced', async () => {
    await write(mutated(node.pool, (text) => text.replace('and leader_epoch = $8', 'and leader_epoch <> $8')));
    expect(await rowsOf('read.samples')).toHaveLength(2);
  });
});

it('parks only the stream of an event that cannot be applied, and only for that projection', async () => {
  const set = new ProjectionSet([
    sampleProjection(),
    { ...sampleProjection('others'), apply: harmlessApply('others') },
  ]);
  await set.prepare(node.pool);
  const good = await append(3);
  const bad = newStream();
  await node.store.appendToStream(bad, 'no-stream', [sampleEvent({ index: 1, poison: true })]);
  await node.store.appendToStream(bad, 0, [sampleEvent({ index: 2 })]);
  const later = await append(2);
  project(set);
  const rows = await eventually(
    () => rowsOf('read.samples'),
    (seen) => seen.length === 5,
  );
  expect(rows.map((row) => row.stream).toSorted()).toEqual([...good, ...later].toSorted());
  const parked = await eventually(
    () => listDeadLetters(node.pool),
    (letters) => letters[0]?.events === 2,
  );
  expect(parked).toEqual([{ reader: 'samples_v1', stream: bad, events: 2, reason: 'poison' }]);
  expect(
    await eventually(
      () => rowsOf('read.others'),
      (seen) => seen.length === 6,
    ),
  ).toHaveLength(6);
});

it('stops when events of a stream are missing, instead of writing wrong rows', async () => {
  const set = samples();
  await set.prepare(node.pool);
  const stream = newStream();
  await node.store.appendToStream(stream, 'no-stream', [sampleEvent({ index: 0 }), sampleEvent({ index: 1 })]);
  const { errors } = project(set, 1n, skippingFirst(node.store));
  await eventually(
    async () => errors,
    (seen) => seen.length > 0,
  );
  expect(errors[0]).toBeInstanceOf(StreamGap);
  expect(await rowsOf('read.samples')).toEqual([]);
});

/** A store whose subscription skips the first event of each stream, like a reader with a defect. */
function skippingFirst(store: EventStore): EventStore {
  const skip = (events: readonly RecordedEvent[]) => events.filter((event) => event.version > 0);
  return {
    appendToStream: store.appendToStream.bind(store),
    readStream: store.readStream.bind(store),
    readParts: store.readParts.bind(store),
    head: store.head.bind(store),
    readAll: (after) => {
      const all = store.readAll(after);
      return {
        next: async (limit) => skip(await all.next(limit)),
        waitForMore: (ms) => all.waitForMore(ms),
        close: () => all.close(),
      };
    },
  };
}

it.each(['a new stream', 'a projected stream'])(
  'continues with %s after a crash has reset the read models',
  async (which) => {
    const set = samples();
    await set.prepare(node.pool);
    const streams = await append(2);
    const { errors } = project(set);
    await eventually(
      () => rowsOf('read.samples'),
      (rows) => rows.length === 2,
    );
    // Simulates commits that a crash has lost: everything is as it was one batch earlier.
    await node.pool.query(`
    delete from read.samples_v1; delete from plain.stream_heads; delete from plain.live_changes;
    update plain.checkpoints set position = '0.0.0', event_id = null, stream = null, version = null, sequence = 0`);
    const isNew = which === 'a new stream';
    if (isNew) streams.push(...(await append(1)));
    else await node.store.appendToStream(streams[0]!, 0, [sampleEvent({ index: 1 })]);
    const rows = await eventually(
      () => rowsOf('read.samples'),
      (seen) => seen.length === streams.length && (isNew || seen.some(({ index }) => index === 1)),
    );
    const expected = streams.map((stream, nth) => ({ stream, index: !isNew && nth === 0 ? 1 : 0 }));
    expect(rows).toEqual(expected.toSorted((a, b) => (a.stream < b.stream ? -1 : 1)));
    expect(errors).toEqual([expect.any(Fenced)]);
  },
);

it('rebuilds all read models on request after the log was reset to an earlier point', async () => {
  const set = samples();
  await set.prepare(node.pool);
  const streams = await append(3);
  project(set);
  await eventually(
    () => rowsOf('read.samples'),
    (rows) => rows.length === 3,
  );
  await running.pop()!.stop();
  // The checkpoint names an event that the log does not contain.
  await node.pool.query("update plain.checkpoints set event_id = gen_random_uuid() where reader = 'projector'");
  await node.pool.query('update read.samples_v1 set index = 99');
  const { errors } = project(set);
  await eventually(
    async () => errors,
    (seen) => seen.some((error) => error instanceof LogChanged),
  );
  expect((await rowsOf('read.samples')).map((row) => row.index)).toEqual([99, 99, 99]);
  await requestRebuild(node.pool, ['samples']);
  const rows = await eventually(
    () => rowsOf('read.samples'),
    (seen) => seen.length === 3 && seen.every((row) => row.index === 0),
  );
  expect(rows).toEqual(streams.map((stream) => ({ stream, index: 0 })));
});

describe('a rebuild', () => {
  const generation = async (): Promise<number> =>
    Number(
      (await node.pool.query<{ generation: string }>('select generation from plain.projections')).rows[0]?.generation,
    );

  it('replaces damaged rows by those of the log, and raises the generation', async () => {
    const set = samples();
    await set.prepare(node.pool);
    await append(300);
    project(set);
    await eventually(
      () => rowsOf('read.samples'),
      (rows) => rows.length === 300,
    );
    const whole = await rowsOf('read.samples');
    await node.pool.query('update read.samples_v1 set index = 99');
    expect((await verifyProjections(node.pool, node.store, set.all))[0]).toEqual({
      table: 'samples_v1',
      rows: 300,
      same: false,
    });
    expect(await requestRebuild(node.pool, ['samples', 'unknown'])).toBe(1);
    await eventually(generation, (value) => value === 2);
    expect(await rowsOf('read.samples')).toEqual(whole);
    expect((await verifyProjections(node.pool, node.store, set.all))[0]).toEqual({
      table: 'samples_v1',
      rows: 300,
      same: true,
    });
    const [stream] = await append(1);
    expect(
      await eventually(
        () => rowsOf('read.samples'),
        (rows) => rows.length === 301,
      ),
    ).toContainEqual({ stream, index: 0 });
  });

  it('delays a query that arrives during the switch, instead of a deadlock with it', async () => {
    const set = samples();
    await set.prepare(node.pool);
    const [stream] = await append(1);
    project(set);
    await eventually(
      () => rowsOf('read.samples'),
      (rows) => rows.length === 1,
    );
    const waiting = async (): Promise<number> =>
      (await node.pool.query('select from pg_locks where not granted')).rowCount ?? 0;
    const earlier = await node.pool.connect();
    try {
      await earlier.query('begin; lock table read.samples_v1 in access share mode');
      await requestRebuild(node.pool, ['samples']);
      expect(await eventually(waiting, (count) => count === 1)).toBe(1);
      const rows = rowsOf('read.samples');
      expect(await eventually(waiting, (count) => count === 2)).toBe(2);
      await earlier.query('commit');
      expect(await rows).toEqual([{ stream, index: 0 }]);
    } finally {
      earlier.release();
    }
    expect(await generation()).toBe(2);
  });

  it('repeats a batch for the projections that missed it when the connection was lost', async () => {
    const [steady, shaky] = [sampleProjection('samples'), sampleProjection('others')];
    let failures = 0;
    const apply: typeof shaky.apply = async (client, events) => {
      const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
      if (rows[0]?.schema === 'rebuild' && events.length > 1 && failures++ === 1)
        throw new Error('Connection terminated');
      return shaky.apply(client, events);
    };
    const set = new ProjectionSet([steady, { ...shaky, apply }]);
    await set.prepare(node.pool);
    await append(700);
    project(set);
    await eventually(
      () => rowsOf('read.others'),
      (rows) => rows.length === 700,
    );
    await requestRebuild(node.pool, ['samples', 'others']);
    await eventually(generation, (value) => value === 2);
    expect(failures).toBeGreaterThan(1);
    expect(await verifyProjections(node.pool, node.store, set.all)).toEqual([
      { table: 'samples_v1', rows: 700, same: true },
      { table: 'others_v1', rows: 700, same: true },
    ]);
  });

  it('sends no changes to watchers', async () => {
    const set = samples();
    await set.prepare(node.pool);
    await append(5);
    project(set);
    await eventually(
      () => rowsOf('read.samples'),
      (rows) => rows.length === 5,
    );
    const pushed = async () =>
      (await node.pool.query('select count(*)::integer as count from plain.live_changes')).rows[0] as { count: number };
    const before = await pushed();
    await requestRebuild(node.pool, ['samples']);
    await eventually(generation, (value) => value === 2);
    expect(await pushed()).toEqual(before);
  });

  it('applies the events of a parked stream after the defect is fixed', async () => {
    const broken = samples();
    await broken.prepare(node.pool);
    const bad = newStream();
    await node.store.appendToStream(bad, 'no-stream', [sampleEvent({ index: 1, poison: true })]);
    project(broken);
    await eventually(
      () => listDeadLetters(node.pool),
      (letters) => letters.length === 1,
    );
    await running.pop()!.stop();
    project(new ProjectionSet([{ ...sampleProjection(), apply: harmlessApply('samples') }]));
    await requestRebuild(node.pool, ['samples']);
    expect(
      await eventually(
        () => rowsOf('read.samples'),
        (rows) => rows.length === 1,
      ),
    ).toEqual([{ stream: bad, index: 1 }]);
    expect(await listDeadLetters(node.pool)).toEqual([]);
  });

  it('parks events again that still cannot be applied, and excludes them from the verification', async () => {
    const set = samples();
    await set.prepare(node.pool);
    const bad = newStream();
    await node.store.appendToStream(bad, 'no-stream', [
      sampleEvent({ index: 1 }),
      sampleEvent({ index: 2, poison: true }),
    ]);
    await append(3);
    project(set);
    await eventually(
      () => listDeadLetters(node.pool),
      (letters) => letters.length === 1,
    );
    await requestRebuild(node.pool, ['samples']);
    await eventually(generation, (value) => value === 2);
    await node.store.appendToStream(bad, 1, [sampleEvent({ index: 3 })]);
    const parked = await eventually(
      () => listDeadLetters(node.pool),
      (letters) => letters[0]?.events === 2,
    );
    expect(parked).toEqual([{ reader: 'samples_v1', stream: bad, events: 2, reason: 'poison' }]);
    expect((await rowsOf('read.samples')).find((row) => row.stream === bad)).toEqual({ stream: bad, index: 1 });
    expect(await verifyProjections(node.pool, node.store, set.all)).toEqual([
      { table: 'samples_v1', rows: 4, same: true },
    ]);
  });

  it('builds a new version beside the old one, which serves until the new one is ready', async () => {
    const old = samples();
    await old.prepare(node.pool);
    await append(20);
    project(old);
    await eventually(
      () => rowsOf('read.samples'),
      (rows) => rows.length === 20,
    );
    await running.pop()!.stop();
    const both = new ProjectionSet([sampleProjection('samples', 1), sampleProjection('samples', 2)]);
    await both.prepare(node.pool);
    project(both);
    expect(
      await eventually(
        () => rowsOf('read.samples_v2').catch(() => []),
        (rows) => rows.length === 20,
      ),
    ).toHaveLength(20);
    await append(1);
    expect(
      await eventually(
        () => rowsOf('read.samples'),
        (rows) => rows.length === 21,
      ),
    ).toHaveLength(21);
    expect(await rowsOf('read.samples_v1')).toHaveLength(20);
  });

  it('builds a new projection from the existing events', async () => {
    const first = samples();
    await first.prepare(node.pool);
    await append(10);
    project(first);
    await eventually(
      () => rowsOf('read.samples'),
      (rows) => rows.length === 10,
    );
    await running.pop()!.stop();
    const more = new ProjectionSet([sampleProjection(), sampleProjection('others')]);
    await more.prepare(node.pool);
    project(more);
    expect(
      await eventually(
        () => rowsOf('read.others'),
        (rows) => rows.length === 10,
      ),
    ).toHaveLength(10);
  });
});

/** The sample projection without its error for poisoned events. */
function harmlessApply(name: string): ReturnType<typeof sampleProjection>['apply'] {
  const { apply } = sampleProjection(name);
  return (client, events) =>
    apply(
      client,
      events.map((event) => ({ ...event, data: { index: event.data.index } })),
    );
}
