import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { Commands } from '../eventsourcing/commands.js';
import { event } from '../eventsourcing/define-events.js';
import { defineStream } from '../eventsourcing/define-stream.js';
import type { EventStore } from '../eventsourcing/event-store.js';
import { InMemoryEventStore } from '../eventsourcing/in-memory-event-store.js';
import { advanceCheckpoints, createCheckpoints, Fenced } from '../eventsourcing/projecting/checkpoints.js';
import { LEADER_LEASE, Lease } from '../eventsourcing/projecting/lease.js';
import { LOG_START } from '../eventsourcing/message.js';
import { openNode } from '../eventsourcing/testing/postgres-node.js';
import { sampleEvents, sampleMetadata } from '../eventsourcing/testing/sample-events.js';
import { isTransientFailure } from '../failures.js';
import { enterEpoch } from './epoch.js';
import { EpochWatch } from './epoch-watch.js';
import { openPool } from './pool.js';
import { withClient } from './postgres-roles.js';
import { continueOnAnotherTimeline } from './testing/another-timeline.js';
import { createTestDatabase, type TestDatabase } from './testing/test-database.js';

let database: TestDatabase;
let watch: EpochWatch;
let pool: Pool;
beforeEach(async () => {
  database = await createTestDatabase();
  watch = new EpochWatch();
  pool = openPool(database.appUrl, 3, (client) => watch.admit(client));
  watch.watch(pool);
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

const newestEpoch = async (): Promise<number> =>
  withClient(database.appUrl, async (client) =>
    Number((await client.query<{ max: number }>('select max(epoch) from log.epochs')).rows[0]!.max),
  );

it('rejects appends on a timeline without an epoch, and accepts them after the epoch is opened', async () => {
  const node = await openNode(database.appUrl);
  try {
    await node.store.appendToStream('before', 'no-stream', sampleEvents(1));
    await continueOnAnotherTimeline(database.adminUrl);
    for (const count of [1, 2]) {
      await expect(node.store.appendToStream('refused', 'no-stream', sampleEvents(count))).rejects.toMatchObject({
        code: 'RR001',
      });
    }
    await withClient(database.appUrl, enterEpoch);
    const { position } = await node.store.appendToStream('after', 'no-stream', sampleEvents(1));
    expect(position.epoch).toBe(2);
  } finally {
    await node.close();
  }
});

it('opens one epoch for all nodes that connect at the same time', async () => {
  await continueOnAnotherTimeline(database.adminUrl);
  const names = await Promise.all(Array.from({ length: 5 }, () => withClient(database.appUrl, enterEpoch)));
  expect(new Set(names).size).toBe(1);
  expect(await newestEpoch()).toBe(2);
});

it('rejects an epoch that the application inserts itself', async () => {
  await expect(
    withClient(database.appUrl, (client) =>
      client.query('insert into log.epochs (epoch, system_identifier) values (2, 1)'),
    ),
  ).rejects.toMatchObject({ code: '42501' });
});

it('raises the generations of read models above all earlier generations', async () => {
  const generation = async (): Promise<number> =>
    Number((await pool.query<{ generation: string }>('select generation from plain.projections')).rows[0]!.generation);
  await pool.query("insert into plain.projections (name, live_version, generation) values ('board', 1, 5)");
  const second = Math.floor(Date.now() / 1_000);
  await continueOnAnotherTimeline(database.adminUrl);
  await withClient(database.appUrl, enterEpoch);
  expect(await generation()).toBeGreaterThanOrEqual(second);
});

it('fences the leader of the old timeline, and a leader whose election was lost', async () => {
  const lease = new Lease(pool, LEADER_LEASE, 'node');
  const epoch = (await lease.acquire())!;
  const from = { position: LOG_START, sequence: 0 };
  await createCheckpoints(pool, ['reader'], epoch, from);
  await continueOnAnotherTimeline(database.adminUrl);
  await withClient(database.appUrl, enterEpoch);
  const lost = epoch + 1n;
  for (const leader of [epoch, lost]) {
    expect(await lease.renew(leader)).toBe(false);
    const last = { eventId: '00000000-0000-4000-8000-000000000000', stream: 's', version: 0 };
    await expect(
      advanceCheckpoints(pool, ['reader'], leader, from, { ...from, last: last as never }),
    ).rejects.toBeInstanceOf(Fenced);
  }
  expect(await lease.acquire()).toBeGreaterThan(lost);
});

it('rejects the request that detects the new epoch, calls the listeners and replaces every older connection', async () => {
  let changes = 0;
  watch.onChange(() => (changes += 1));
  const [used, idle] = await Promise.all([pool.connect(), pool.connect()]);
  const pidOf = async (client: Pick<Pool, 'query'>): Promise<number> =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;
  const old = [await pidOf(used), await pidOf(idle)];
  await continueOnAnotherTimeline(database.adminUrl);
  const [noticed] = await Promise.allSettled([pool.query('select 1')]);
  expect(noticed.status === 'rejected' && isTransientFailure(noticed.reason)).toBe(true);
  expect(changes).toBe(1);
  used.release();
  idle.release();
  const next = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
  for (const client of next) expect(old).not.toContain(await pidOf(client));
  for (const client of next) client.release();
  expect(changes).toBe(1);
});

it('makes commands fold busy streams again, because the log may have lost events', async () => {
  const tally = defineStream({
    prefix: 'tally',
    key: () => '',
    events: { Counted: event(z.object({})) },
    initialState: 0,
    isBusy: true,
    decide: (times: number) => Array.from({ length: times }, () => ({ type: 'Counted' as const, data: {} })),
    evolve: (count) => count + 1,
  });
  const count = async (commands: Commands, times: number): Promise<number> =>
    (await commands.handle(tally.of(), times, { commandId: uuidv7(), metadata: sampleMetadata() })).state;
  const log = new InMemoryEventStore();
  let store: EventStore = log;
  const current: EventStore = new Proxy(log, { get: (_, property) => Reflect.get(store, property, store) as unknown });
  const commands = new Commands(current, watch);
  await pool.query('select 1');
  await count(commands, 1);
  // The log of the new primary, which has not received the event.
  store = new InMemoryEventStore();
  await continueOnAnotherTimeline(database.adminUrl);
  await expect(withClient(database.appUrl, (client) => watch.admit(client))).rejects.toThrow('another epoch');
  expect(await count(commands, 0)).toBe(0);
});

it('replaces idle connections without waiting for their next use', async () => {
  const [first, second] = await Promise.all([pool.connect(), pool.connect()]);
  second.release();
  await continueOnAnotherTimeline(database.adminUrl);
  const removed = new Promise((resolve) => pool.once('remove', resolve));
  await expect(withClient(database.appUrl, (client) => watch.admit(client))).rejects.toThrow('another epoch');
  await removed;
  expect(pool.totalCount).toBe(1);
  first.release();
});
