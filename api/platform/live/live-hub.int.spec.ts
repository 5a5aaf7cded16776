import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import { EpochWatch } from '../database/epoch-watch.js';
import { Hints } from '../database/hints.js';
import { openPool } from '../database/pool.js';
import { withClient } from '../database/postgres-roles.js';
import { continueOnAnotherTimeline } from '../database/testing/another-timeline.js';
import type { Config } from '../../config.js';
import { FaultProxy } from '../../testing/fault-proxy.js';
import { createTestDatabase, type TestDatabase } from '../database/testing/test-database.js';
import { createCheckpoints } from '../eventsourcing/projecting/checkpoints.js';
import { PROJECTIONS_CHANNEL } from '../database/wake-ups.js';
import { PROJECTOR } from '../eventsourcing/projecting/write-batch.js';
import { LOG_START } from '../eventsourcing/message.js';
import { FollowedChanges } from '../eventsourcing/projecting/followed-changes.js';
import { ProjectionSet } from '../eventsourcing/projecting/projection-set.js';
import { ServedVersions } from '../eventsourcing/projecting/served-versions.js';
import { LiveHub } from './live-hub.js';
import type { LiveTopicDefinition } from './live-topic.js';
import { purgeLiveChanges } from './purge-live-changes.js';

let database: TestDatabase;
let pool: Pool;
let hints: Hints;
let hub: LiveHub;
let epochs: EpochWatch;
let followed: FollowedChanges;

beforeEach(async () => {
  database = await createTestDatabase();
  epochs = new EpochWatch();
  pool = openPool(database.appUrl, 3, (client) => epochs.admit(client));
  hints = new Hints(database.appUrl, [PROJECTIONS_CHANNEL], pool);
  followed = new FollowedChanges();
  hub = createHub(pool, epochs);
  await createCheckpoints(pool, [PROJECTOR], 1n, { position: LOG_START, sequence: 10 });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await hints.close();
  await hub.onModuleDestroy();
  await pool.end();
  await database.drop();
});

function createHub(database: Pool, watch: EpochWatch, role: 'http' | 'worker' = 'http'): LiveHub {
  const versions = new ServedVersions(database, new ProjectionSet([]));
  return new LiveHub(database, hints, versions, followed, null, watch, { roles: [role] } as Partial<Config> as Config);
}

/** Creates a topic that returns the projector's sequence and records the sequences from which a finished read started. */
function topic() {
  const reads: number[] = [];
  const definition: LiveTopicDefinition = {
    topic: 'gradebook',
    kind: 'rows',
    audienceOf: async () => 'staff',
    changeOf: (id) => ({ topic: 'gradebook', id }),
    read: async (_id, _audience, since) => {
      const sequence = await projected();
      reads.push(since);
      return { sequence, generation: 1, rows: [] };
    },
  };
  return { reads, open: (id: string) => hub.open(definition, id, 'staff') };
}

/** Connects once, which reveals the epoch. A connection of the hub can be the first one, and then this one is admitted. */
const noticeEpoch = () => Promise.allSettled([withClient(database.appUrl, (client) => epochs.admit(client))]);

const projected = async (): Promise<number> =>
  Number((await pool.query<{ sequence: string }>('select sequence from plain.checkpoints')).rows[0]!.sequence);

/** Writes what the projector would write: its sequence, and `count` changes of one batch. */
async function project(sequence: number, count = 0, changedAt = new Date()): Promise<void> {
  await pool.query(
    `with place as (update plain.checkpoints set sequence = $1)
     insert into plain.live_changes (sequence, topic, id, changed_at)
     select $1, 'gradebook', n::text, $3 from generate_series(1, $2::integer) as s (n)`,
    [sequence, count, changedAt],
  );
  hints.give(PROJECTIONS_CHANNEL);
}

async function until(done: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!done() && Date.now() < deadline) await delay(10);
  expect(done()).toBe(true);
}

it('delivers all changes of a large batch', async () => {
  hub.onApplicationBootstrap();
  const notified = new Set<string>();
  hub.onChange('gradebook', (ids) => ids.forEach((id) => notified.add(id)));
  await hub.waitUntilReached(10, 10_000);
  await project(11, 6_000);
  await until(() => notified.size === 6_000);
});

it('calls a listener once for the changes of a read, with each id once', async () => {
  hub.onApplicationBootstrap();
  const notified: (readonly string[])[] = [];
  hub.onChange('gradebook', (ids) => notified.push(ids));
  await hub.waitUntilReached(10, 10_000);
  await pool.query(
    `with place as (update plain.checkpoints set sequence = 12)
     insert into plain.live_changes (sequence, topic, id)
     values (11, 'gradebook', '1'), (11, 'review', '3'), (12, 'gradebook', '1'), (12, 'gradebook', '2')`,
  );
  await until(() => notified.length > 0);
  expect(notified).toEqual([['1', '2']]);
});

it('reads no changes on a worker, which has no watchers', async () => {
  const query = jest.spyOn(pool, 'query');
  const idle = createHub(pool, epochs, 'worker');
  idle.onApplicationBootstrap();
  await idle.onModuleDestroy();
  expect(query).not.toHaveBeenCalled();
});

it('skips many events without changes immediately', async () => {
  hub.onApplicationBootstrap();
  const notified: string[] = [];
  hub.onChange('gradebook', (ids) => notified.push(...ids));
  await hub.waitUntilReached(10, 10_000);
  await project(1_000_000, 1);
  await until(() => notified.length === 1);
});

it('makes rooms read again that were opened before the node could read changes', async () => {
  jest.spyOn(Logger.prototype, 'error').mockReturnValue();
  const query = jest.spyOn(pool, 'query').mockImplementationOnce(() => Promise.reject(new Error('lost')) as never);
  hub.onApplicationBootstrap();
  await until(() => query.mock.calls.length > 0);
  const { reads, open } = topic();
  open('1');
  await project(11, 1);
  await until(() => reads.length === 1);
});

it('continues and calls the other listeners when a listener throws or rejects', async () => {
  const reported = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
  const [thrown, rejected] = [new Error('thrown'), new Error('rejected')];
  const notified: string[] = [];
  hub.onChange('gradebook', () => {
    throw thrown;
  });
  hub.onChange('gradebook', () => Promise.reject(rejected));
  hub.onChange('gradebook', (ids) => notified.push(...ids));
  hub.onApplicationBootstrap();
  await hub.waitUntilReached(10, 10_000);
  await project(11, 1);
  await until(() => notified.length === 1);
  await project(12, 2);
  await until(() => notified.length === 3);
  expect(notified).toEqual(['1', '1', '2']);
  expect(reported.mock.calls).toEqual([[thrown], [rejected], [thrown], [rejected]]);
});

it('reports that its last read is too old while the database does not respond, and recovers', async () => {
  const proxy = await FaultProxy.start(database.appUrl);
  const proxied = openPool(proxy.through(database.appUrl));
  const cutOff = createHub(proxied, new EpochWatch());
  jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  try {
    cutOff.onApplicationBootstrap();
    await cutOff.waitUntilReached(10, 10_000);
    expect([cutOff.hasReadWithin(2_000), cutOff.isCutOff]).toEqual([true, false]);
    await proxy.refuse();
    await until(() => !cutOff.hasReadWithin(2_000));
    expect(cutOff.isCutOff).toBe(false);
    await proxy.heal();
    await until(() => cutOff.hasReadWithin(2_000));
  } finally {
    await cutOff.onModuleDestroy();
    await proxied.end();
    await proxy.close();
  }
});

it('follows read models that a crash has set back', async () => {
  await project(20, 1);
  hub.onApplicationBootstrap();
  await hub.waitUntilReached(20, 10_000);
  const { reads, open } = topic();
  open('1');
  await pool.query('delete from plain.live_changes');
  await project(15);
  await until(() => reads.length === 1);
  expect(reads).toEqual([20]);
  await project(18, 1);
  await until(() => reads.length === 2);
  expect(reads).toEqual([20, 15]);
});

it('makes every room read again in a new epoch, in which a sequence can belong to another change', async () => {
  await project(20, 1);
  hub.onApplicationBootstrap();
  await hub.waitUntilReached(20, 10_000);
  const { reads, open } = topic();
  let resets = 0;
  hub.onReset(() => (resets += 1));
  open('a class');
  await continueOnAnotherTimeline(database.adminUrl);
  await noticeEpoch();
  await until(() => resets === 1 && reads.length === 1);
  const notified: string[] = [];
  hub.onChange('gradebook', (ids) => notified.push(...ids));
  await project(21, 2);
  await until(() => notified.length === 2);
});

describe('the period in which caches rely on the changes', () => {
  /** Resolves with the number of the next period. */
  async function nextPeriod(after?: number): Promise<number> {
    await until(() => followed.period !== undefined && followed.period !== after);
    return followed.period!;
  }

  it('begins with the first read, and its changes are delivered before its sequence advances', async () => {
    expect(followed.period).toBeUndefined();
    hub.onApplicationBootstrap();
    const period = await nextPeriod();
    const delivered: number[] = [];
    hub.onChange('gradebook', () => delivered.push(followed.sequence));
    await project(11, 2);
    await until(() => followed.sequence === 11);
    expect(delivered).toEqual([10]);
    expect(followed.period).toBe(period);
  });

  it('ends when a crash has set the read models back', async () => {
    await project(20, 1);
    hub.onApplicationBootstrap();
    const period = await nextPeriod();
    await pool.query('delete from plain.live_changes');
    await project(15);
    await nextPeriod(period);
    expect(followed.sequence).toBe(15);
  });

  it('ends immediately in a new epoch', async () => {
    hub.onApplicationBootstrap();
    const period = await nextPeriod();
    const atChange: unknown[] = [];
    epochs.onChange(() => atChange.push(followed.period));
    await continueOnAnotherTimeline(database.adminUrl);
    await noticeEpoch();
    expect(atChange).toEqual([undefined]);
    await nextPeriod(period);
  });

  it('ends when a rebuilt read model is served', async () => {
    await pool.query("insert into plain.projections (name, live_version, generation) values ('people', 2, 1)");
    hub.onApplicationBootstrap();
    const period = await nextPeriod();
    await pool.query('update plain.projections set generation = 2');
    await nextPeriod(period);
  });

  it('ends when a read fails, and while the projector is late', async () => {
    const reported = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    hub.onApplicationBootstrap();
    const first = await nextPeriod();
    const query = jest.spyOn(pool, 'query').mockImplementationOnce(() => Promise.reject(new Error('lost')) as never);
    hints.wake(PROJECTIONS_CHANNEL);
    await until(() => query.mock.calls.length > 0 && followed.period === undefined);
    const second = await nextPeriod(first);
    expect(reported).toHaveBeenCalledTimes(1);
    await pool.query(
      `with place as (update plain.checkpoints set sequence = 11)
       insert into plain.live_changes (sequence, topic, id, recorded_at) values (11, 'gradebook', '1', now() - interval '3 s')`,
    );
    hints.give(PROJECTIONS_CHANNEL);
    await nextPeriod(second);
  });
});

it('lets a room alone read again from the sequence of a reply that was behind', async () => {
  await project(20, 1);
  hub.onApplicationBootstrap();
  await hub.waitUntilReached(20, 10_000);
  const { reads, open } = topic();
  const others: string[] = [];
  hub.onChange('gradebook', (ids) => others.push(...ids));
  hub.recordReply(open('1'), { sequence: 15, generation: 1, rows: [] });
  await until(() => reads.length === 1);
  await project(21, 1);
  await hub.waitUntilReached(21, 10_000);
  expect([reads[0], others]).toEqual([15, ['1']]);
});

it('deletes changes older than an hour in portions, except the newest ones', async () => {
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  await project(11, 25, longAgo);
  await project(12, 2, longAgo);
  const left = async (): Promise<unknown[]> =>
    (await pool.query('select sequence::integer, id from plain.live_changes order by sequence, id')).rows;
  await purgeLiveChanges(pool, undefined, 10);
  expect(await left()).toEqual([
    { sequence: 12, id: '1' },
    { sequence: 12, id: '2' },
  ]);
  await project(13, 1, new Date(Date.now() - 30 * 60_000));
  await project(14, 1);
  await purgeLiveChanges(pool);
  expect(await left()).toEqual([
    { sequence: 13, id: '1' },
    { sequence: 14, id: '1' },
  ]);
});
