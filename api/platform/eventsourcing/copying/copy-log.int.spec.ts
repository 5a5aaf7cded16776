import { createTestDatabase, type TestDatabase } from '../../database/testing/test-database.js';
import { WakeUps } from '../../database/wake-ups.js';
import { type KurrentDb, openKurrentDb } from '../kurrentdb/kurrentdb-client.js';
import { KurrentDbEventStore } from '../kurrentdb/kurrentdb-event-store.js';
import { prepareForCopy } from '../kurrentdb/kurrentdb-places.js';
import { kurrentDbLogWriter } from '../kurrentdb/kurrentdb-log-writer.js';
import { KurrentDbDouble } from '../kurrentdb/testing/kurrentdb-double.js';
import { OlderVersion, openOwned, openOwnedStore } from '../kurrentdb/testing/owned-kurrentdb.js';
import type { EventStore } from '../event-store.js';
import { LogUnavailable } from '../kurrentdb/log-unavailable.js';
import { LOG_START, type LogPosition, type RecordedEvent } from '../message.js';
import { postgresLogWriter } from '../postgres/postgres-log-writer.js';
import { openNode, type PostgresNode } from '../testing/postgres-node.js';
import { sampleEvent, sampleEvents } from '../testing/sample-events.js';
import { copyLog, type CopyProgress, CopyRefused, type LogWriter } from './copy-log.js';

let database: TestDatabase;
let node: PostgresNode;
let double: KurrentDbDouble;
let connection: KurrentDb;
let kurrentDb: KurrentDbEventStore;
let writer: LogWriter;

beforeEach(async () => {
  database = await createTestDatabase();
  node = await openNode(database.appUrl);
  double = await KurrentDbDouble.start();
  connection = await openOwned({ url: double.url, streamPrefix: '' });
  kurrentDb = new KurrentDbEventStore(connection, new WakeUps());
  writer = kurrentDbLogWriter(connection);
});
afterEach(async () => {
  await kurrentDb.close();
  double.close();
  await node.close();
  await database.drop();
});

const toKurrentDb = (by = writer) => copyLog(node.store, kurrentDb, by, () => undefined);
const toPostgres = (by = postgresLogWriter(node.pool)) => copyLog(kurrentDb, node.store, by, () => undefined);
const everything = (store: typeof kurrentDb | PostgresNode['store']) => store.readAll(LOG_START).next(10_000);
const withoutPlace = (events: readonly RecordedEvent[]) => events.map((event) => ({ ...event, position: undefined }));

/** Appends 60 events to 12 interleaved streams, with all kinds of JSON values. */
async function history(store = node.store, from = 0): Promise<void> {
  for (let nth = 0; nth < 30; nth += 1) {
    const [stream, version] = [`sample-${nth % 12}`, from + 2 * Math.floor(nth / 12)];
    const events = [sampleEvent({ nth, text: 'Bär "🛰" \\ {}', list: [1, { three: null }], small: 0.1 }), sampleEvent()];
    await store.appendToStream(stream, version === 0 ? 'no-stream' : version - 1, events);
  }
}

it('copies events with their order, ids, times and data, and only new events when run again', async () => {
  await history();
  expect(await toKurrentDb()).toEqual({ events: 60, found: 0 });
  expect(withoutPlace(await everything(kurrentDb))).toEqual(withoutPlace(await everything(node.store)));
  expect(await toKurrentDb()).toEqual({ events: 60, found: 60 });
  await node.store.appendToStream('sample-0', 5, sampleEvents(3));
  expect(await toKurrentDb()).toEqual({ events: 63, found: 60 });
});

/** Returns a writer that fails after this number of events. */
function interrupted(by: LogWriter, afterEvents: number): LogWriter {
  let left = afterEvents;
  return {
    append: async (events) => {
      await by.append(events.slice(0, left));
      left -= events.length;
      if (left < 0) throw new Error('unplugged');
    },
  };
}

it('continues an interrupted copy', async () => {
  await history();
  await expect(toKurrentDb(interrupted(writer, 25))).rejects.toThrow('unplugged');
  expect(await everything(kurrentDb)).toHaveLength(25);
  expect(await toKurrentDb()).toEqual({ events: 60, found: 25 });
});

it('continues an interrupted copy back', async () => {
  await history();
  await toKurrentDb();
  for (let nth = 0; nth < 20; nth += 1)
    await kurrentDb.appendToStream(`sample-later-${nth}`, 'no-stream', sampleEvents(3));
  const breaking = interrupted(postgresLogWriter(node.pool), 25);
  await expect(toPostgres(breaking)).rejects.toThrow('unplugged');
  expect(await everything(node.store)).toHaveLength(85);
  expect(await toPostgres()).toEqual({ events: 120, found: 85 });
  expect(withoutPlace(await everything(node.store))).toEqual(withoutPlace(await everything(kurrentDb)));
});

it('continues a copy that a version without platform ids has begun, and copies it back', async () => {
  await history();
  const older = kurrentDbLogWriter({ ...connection, ownership: new OlderVersion() });
  await older.append((await everything(node.store)).slice(0, 25));
  await prepareForCopy(connection, undefined);
  expect(await toKurrentDb()).toEqual({ events: 60, found: 25 });
  expect(withoutPlace(await everything(kurrentDb))).toEqual(withoutPlace(await everything(node.store)));
  await kurrentDb.appendToStream('sample-new', 'no-stream', sampleEvents(2));
  expect(await toPostgres()).toEqual({ events: 62, found: 60 });
  expect(await toKurrentDb()).toEqual({ events: 62, found: 62 });
});

it('does not copy events of another platform, and refuses to copy behind them', async () => {
  await history();
  await toKurrentDb();
  const neighbour = { platformId: '6f0a2d5e-0000-4000-8000-000000000002', includesUnmarked: false };
  const other = await openOwnedStore({ url: double.url, streamPrefix: 'q:' }, neighbour);
  await other.appendToStream('sample-other', 'no-stream', sampleEvents(2));
  await kurrentDb.appendToStream('sample-new', 'no-stream', [sampleEvent()]);
  expect(await toPostgres()).toEqual({ events: 61, found: 60 });
  await other.close();
  const behind = await KurrentDbDouble.start();
  const first = await openOwnedStore({ url: behind.url, streamPrefix: 'q:' }, neighbour);
  await first.appendToStream('sample-other', 'no-stream', sampleEvents(2));
  const target = await openKurrentDb({ url: behind.url, streamPrefix: '' });
  await prepareForCopy(target, undefined);
  const store = new KurrentDbEventStore(target, new WakeUps());
  await expect(copyLog(node.store, store, kurrentDbLogWriter(target), () => undefined)).rejects.toThrow(
    /The target log contains event \S+ \(q:sample-other, .* copy to an empty one, or with another KURRENTDB_STREAM_PREFIX/,
  );
  await Promise.all([first.close(), store.close()]);
  behind.close();
});

it('waits while the source is unavailable, and continues after the last event that it has read', async () => {
  await history();
  let outages = 2;
  const failing: EventStore = Object.assign(Object.create(node.store) as EventStore, {
    readAll: (after: LogPosition) => {
      const log = node.store.readAll(after);
      const next = async (limit: number) => {
        if (limit > 1 && (outages -= 1) >= 0) throw new LogUnavailable('no leader');
        return log.next(1);
      };
      return { next, waitForMore: (ms: number) => log.waitForMore(ms), close: () => log.close() };
    },
  });
  expect(await copyLog(failing, kurrentDb, writer, () => undefined)).toEqual({ events: 60, found: 0 });
  expect(outages).toBeLessThan(0);
});

it('copies the events back that were appended to KurrentDB meanwhile', async () => {
  await history();
  await toKurrentDb();
  await kurrentDb.appendToStream('sample-0', 5, sampleEvents(2));
  await kurrentDb.appendToStream('sample-new', 'no-stream', sampleEvents(2));
  expect(await toPostgres()).toEqual({ events: 64, found: 60 });
  expect(withoutPlace(await everything(node.store))).toEqual(withoutPlace(await everything(kurrentDb)));
  // PostgreSQL appends after the copied events.
  await node.store.appendToStream('sample-new', 1, [sampleEvent()]);
  expect((await everything(node.store)).at(-1)).toMatchObject({ stream: 'sample-new', version: 2 });
});

it('refuses an event that the target does not accept before it writes anything, and names it with its size', async () => {
  await history();
  await node.store.appendToStream('sample-large', 'no-stream', [sampleEvent({ text: 'é'.repeat(3_000) })]);
  const small = await KurrentDbDouble.start({ maxAppendBytes: 5_000 });
  const connection = await openOwned({ url: small.url, streamPrefix: '' });
  const target = new KurrentDbEventStore(connection, new WakeUps());
  const copy = copyLog(node.store, target, kurrentDbLogWriter(connection), () => undefined);
  await expect(copy).rejects.toThrow(
    /^Event [0-9a-f-]{36} \(sample-large, version 0, at \S+\) has 6,\d{3} bytes, which is more than the target log accepts: raise its MaxAppendSize\./,
  );
  expect(await everything(target)).toEqual([]);
  await target.close();
  small.close();
});

it('appends runs of a stream that are smaller than the limit of a server in bytes, not in characters', async () => {
  const events = Array.from({ length: 8 }, () => sampleEvent({ text: '語'.repeat(60_000) }));
  await node.store.appendToStream('sample-0', 'no-stream', events);
  const limited = await KurrentDbDouble.start({ maxAppendBytes: 1_048_576 });
  const connection = await openOwned({ url: limited.url, streamPrefix: '' });
  const target = new KurrentDbEventStore(connection, new WakeUps());
  const copy = copyLog(node.store, target, kurrentDbLogWriter(connection), () => undefined);
  expect(await copy).toEqual({ events: 8, found: 0 });
  await target.close();
  limited.close();
});

it('reports how many events of how many each step has processed', async () => {
  const large = Array.from({ length: 1_000 }, () => sampleEvent());
  await node.store.appendToStream('sample-0', 'no-stream', large);
  const reported: CopyProgress[] = [];
  await copyLog(node.store, kurrentDb, writer, (progress) => reported.push(progress));
  const expected = (step: CopyProgress['step'], of?: number) =>
    [500, 1_000].map((events) => ({ step, events, ...(of && { of }) }));
  expect(reported).toEqual([...expected('checking'), ...expected('copying', 1_000), ...expected('comparing', 1_000)]);
});

it('refuses a target that contains other events, and leaves it unchanged', async () => {
  await history();
  await kurrentDb.appendToStream('somebody-elses', 'no-stream', [sampleEvent()]);
  await expect(toKurrentDb()).rejects.toBeInstanceOf(CopyRefused);
  await expect(toKurrentDb()).rejects.toThrow(/somebody-elses, version 0.*copy to an empty one/);
  expect(await everything(kurrentDb)).toHaveLength(1);
});

it.each<[string, (event: RecordedEvent) => RecordedEvent]>([
  ['data', (event) => ({ ...event, data: { ...event.data, nth: 7_777 } })],
  ['a time', (event) => ({ ...event, recordedAt: new Date(0).toISOString() })],
  ['an id', (event) => ({ ...event, eventId: crypto.randomUUID() })],
])('detects a copy in which %s was changed', async (_, change) => {
  await history();
  const changing: LogWriter = {
    append: (events) => writer.append(events.map((event, index) => (index === 31 ? change(event) : event))),
  };
  await expect(toKurrentDb(changing)).rejects.toThrow(/The copy differs at event/);
});

it('detects a copy that is incomplete or has another order', async () => {
  await history();
  const lazy: LogWriter = { append: (events) => writer.append(events.slice(0, 40)) };
  await expect(toKurrentDb(lazy)).rejects.toThrow('The copy contains 40 of 60 events.');
  const again = await KurrentDbDouble.start();
  const connection = await openOwned({ url: again.url, streamPrefix: '' });
  const target = new KurrentDbEventStore(connection, new WakeUps());
  const inverting: LogWriter = {
    append: async (events) =>
      kurrentDbLogWriter(connection).append([...events.slice(2, 4), ...events.slice(0, 2), ...events.slice(4)]),
  };
  await expect(copyLog(node.store, target, inverting, () => undefined)).rejects.toThrow(/The copy differs at event/);
  await target.close();
  again.close();
});
