import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../database/testing/test-database.js';
import { until } from '../../../testing/until.js';
import { MIGRATIONS } from '../../../migrations.js';
import { migrate } from '../../database/migrate.js';
import { VersionConflict } from '../event-store.js';
import { LOG_START, type RecordedEvent } from '../message.js';
import { describeEventStore } from '../testing/event-store.conformance.js';
import { openNode, type PostgresNode } from '../testing/postgres-node.js';
import { newStream, sampleEvent, sampleEvents } from '../testing/sample-events.js';

let database: TestDatabase;
let one: PostgresNode;
let other: PostgresNode;

beforeAll(async () => {
  database = await createTestDatabase();
  [one, other] = await Promise.all([openNode(database.appUrl), openNode(database.appUrl)]);
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await database.drop();
});

describeEventStore('PostgresEventStore', () => ({ one: one.store, other: other.store }), 10_000);

/** Opens a transaction that has its log position before others that commit first. */
async function slowAppend(stream: string, version = 0): Promise<{ commit(): Promise<void> }> {
  const client = new pg.Client({ connectionString: database.appUrl });
  await client.connect();
  await client.query('begin');
  await client.query(
    `insert into log.events (epoch, stream, version, event_id, type, data, metadata)
     values ((select max(epoch) from log.epochs), $1, $3, $2, 'Late', '{}', '{}')`,
    [stream, randomUUID(), version],
  );
  return {
    commit: async () => {
      await client.query('commit');
      await client.end();
    },
  };
}

/** Returns the events that a reader receives when fast appends overtake a slow one, before and after its commit. */
async function readAcrossALateCommit(node: PostgresNode): Promise<{ late: string; seen: readonly RecordedEvent[] }> {
  const late = newStream();
  const subscription = node.store.readAll(LOG_START);
  const slow = await slowAppend(late);
  for (let index = 0; index < 5; index += 1) await one.store.appendToStream(newStream(), 'no-stream', [sampleEvent()]);
  const seen = [...(await subscription.next(10_000))];
  await slow.commit();
  const deadline = Date.now() + 5_000;
  while (!seen.some((event) => event.stream === late) && Date.now() < deadline) {
    const more = await subscription.next(10_000);
    seen.push(...more);
    // The mutant has already skipped the late event, and would wait forever.
    if (more.length === 0 && node !== one) break;
    if (more.length === 0) await delay(20);
  }
  return { late, seen };
}

describe('an append that commits late', () => {
  it('is not skipped by a reader', async () => {
    const { late, seen } = await readAcrossALateCommit(one);
    expect(seen.filter((event) => event.stream === late)).toHaveLength(1);
  });

  it('would be skipped if readers did not stop before the oldest running transaction', async () => {
    const mutant = await openNode(database.appUrl, (text) =>
      text.replace(/and \(e\.epoch < \(select[\s\S]*?current_snapshot\(\)\)\)/, ''),
    );
    const { late, seen } = await readAcrossALateCommit(mutant);
    await mutant.close();
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter((event) => event.stream === late)).toHaveLength(0);
  });
});

describe('the head check of an append', () => {
  it('prevents a version above the head', async () => {
    const mutant = await openNode(database.appUrl, (text) =>
      text.replace(/where a\.expected = coalesce\([\s\S]*?, -1\)/, ''),
    );
    const stream = newStream();
    await one.store.appendToStream(stream, 'no-stream', [sampleEvent()]);
    await expect(one.store.appendToStream(stream, 7, sampleEvents(2))).rejects.toBeInstanceOf(VersionConflict);
    await mutant.store.appendToStream(stream, 7, sampleEvents(2));
    expect((await one.store.readStream(stream)).map((event) => event.version)).toEqual([0, 8, 9]);
    await mutant.close();
  });
});

describe('a group of appends', () => {
  it.each([
    [1, [1]],
    [15, [15]],
    [16, [8, 8]],
    [64, [32, 32]],
    [200, [64, 64, 64, 8]],
  ])('of %i callers is stored by statements of %j rows', async (callers, sizes) => {
    const streams = Array.from({ length: callers }, newStream);
    await Promise.all(streams.map((stream) => one.store.appendToStream(stream, 'no-stream', [sampleEvent()])));
    const { rows } = await one.pool.query<{ count: number }>(
      `select count(*)::integer from log.events where stream = any ($1) group by transaction_id order by count(*) desc`,
      [streams],
    );
    expect(rows.map(({ count }) => count)).toEqual(sizes);
  });

  it('rejects only the append that cannot be stored', async () => {
    const streams = Array.from({ length: 9 }, newStream);
    const results = await Promise.allSettled(
      streams.map((stream, index) =>
        one.store.appendToStream(stream, 'no-stream', [sampleEvent({ text: index === 4 ? 'NUL \u0000' : 'fine' })]),
      ),
    );
    expect(results.map((result) => result.status)).toEqual(
      streams.map((_, index) => (index === 4 ? 'rejected' : 'fulfilled')),
    );
  });
});

describe('an append that loses a race', () => {
  it('is a conflict, and keeps its connection', async () => {
    const stream = newStream();
    await one.store.appendToStream(stream, 'no-stream', [sampleEvent()]);
    const faster = await slowAppend(stream, 1);
    let closed = 0;
    one.pool.on('remove', () => (closed += 1));
    const lost = expect(one.store.appendToStream(stream, 0, [sampleEvent()])).rejects.toBeInstanceOf(VersionConflict);
    const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%at_head%'
                   and datname = current_database()`;
    await until(async () => (await other.pool.query(waits)).rowCount === 1);
    await faster.commit();
    await lost;
    expect(closed).toBe(0);
  });
});

describe('the log', () => {
  it.each(['update log.events set type = type', 'delete from log.events', 'truncate log.events'])(
    'rejects changes by the application: %s',
    async (statement) => {
      await expect(one.pool.query(statement)).rejects.toThrow(/permission denied/);
    },
  );

  it('rejects changes by its owner', async () => {
    const owner = new pg.Client({ connectionString: database.adminUrl });
    await owner.connect();
    await expect(owner.query('delete from log.events')).rejects.toThrow('append-only');
    await owner.end();
  });

  it('opens a new epoch after a restore into a cluster with lower transaction ids, so that new events sort last', async () => {
    const restored = await createTestDatabase();
    const owner = new pg.Client({ connectionString: restored.superuserUrl });
    await owner.connect();
    // Simulates a restore: the event has a transaction id far above those of this server.
    await owner.query(
      `insert into log.events (epoch, stream, version, event_id, type, data, metadata, transaction_id)
       values (1, 'old-1', 0, $1, 'Old', '{}', '{}', '99999999999')`,
      [randomUUID()],
    );
    const before = await openNode(restored.appUrl);
    expect(await before.store.readAll(LOG_START).next(10)).toEqual([]);
    await migrate(restored.adminUrl, 'ready_room_app', MIGRATIONS);
    await before.store.appendToStream('new-1', 'no-stream', [sampleEvent()]);
    let events: readonly RecordedEvent[] = [];
    // A transaction of another spec on the same server can delay the newest event.
    await until(async () => (events = await before.store.readAll(LOG_START).next(10)).length > 1);
    expect(events.map((event) => [event.stream, event.position.epoch])).toEqual([
      ['old-1', 1],
      ['new-1', 2],
    ]);
    await migrate(restored.adminUrl, 'ready_room_app', MIGRATIONS);
    expect((await owner.query('select max(epoch) from log.epochs')).rows[0]).toEqual({ max: 2 });
    await owner.end();
    await before.close();
    await restored.drop();
  });
});
