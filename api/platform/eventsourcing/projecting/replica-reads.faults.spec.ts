import { Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import { FaultProxy } from '../../../testing/fault-proxy.js';
import { until } from '../../../testing/until.js';
import { enterEpoch } from '../../database/epoch.js';
import { openPool } from '../../database/pool.js';
import { withClient } from '../../database/postgres-roles.js';
import { Replica } from '../../database/replica.js';
import { continueOnAnotherTimeline } from '../../database/testing/another-timeline.js';
import { ReplicatedDatabase } from '../../database/testing/replicated-database.js';
import { createTestDatabase } from '../../database/testing/test-database.js';
import { Metrics } from '../../ops/metrics.js';
import { ReadinessChecks } from '../../ops/readiness-checks.js';
import { ReplicaReads } from './replica-reads.js';
import { PROJECTOR } from './write-batch.js';

let database: ReplicatedDatabase;
let proxy: FaultProxy;
let primary: Pool;
let node: ReturnType<typeof open>;
let events = 0;

beforeAll(async () => {
  Logger.overrideLogger(false);
  database = await ReplicatedDatabase.start();
  primary = openPool(database.appUrl);
  await primary.query(
    `insert into plain.checkpoints (reader, position, sequence, leader_epoch) values ($1, '1.0.0', 0, 0)`,
    [PROJECTOR],
  );
  await primary.query(`insert into plain.projections (name, live_version, generation) values ('board', 1, 1)`);
  proxy = await FaultProxy.start(database.replicaUrl);
  node = open(proxy.through(database.replicaUrl));
  await untilAnsweredBy('replica');
});
afterAll(async () => {
  await node.replica.onApplicationShutdown();
  await primary.end();
  await proxy.close();
  await database.drop();
});

/** Returns the parts of a node that read from the replica at `url`. */
function open(url: string) {
  const metrics = new Metrics();
  const checks = new ReadinessChecks(metrics);
  const replica = new Replica(url, primary, metrics, checks);
  const reads = new ReplicaReads(primary, replica, metrics);
  replica.onApplicationBootstrap();
  const report = async () => {
    const { ready, checks: results } = await checks.report();
    return { ready, ...results['replica'] };
  };
  return { replica, reads, report, metrics };
}

async function answeredBy({ reads } = node): Promise<'replica' | 'primary'> {
  const { rows } = await reads.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
  return rows[0]!.standby ? 'replica' : 'primary';
}

/** Waits until the replica is checked again and has caught up. */
const untilAnsweredBy = (server: 'replica' | 'primary'): Promise<void> =>
  until(async () => (await answeredBy()) === server);

/** Projects one more event. */
async function advance(): Promise<void> {
  events += 1;
  await primary.query('update plain.checkpoints set position = $1 where reader = $2', [`1.${events}.1`, PROJECTOR]);
}

const read = async (): Promise<string | undefined> =>
  (await node.reads.query<{ position: string }>('select position from plain.checkpoints')).rows[0]?.position;

it('reads the newest checkpoint a hundred times in a row, whichever server answers', async () => {
  for (let nth = 1; nth <= 100; nth += 1) {
    await advance();
    expect(await read()).toBe(`1.${events}.1`);
  }
});

it('answers from the replica when it contains the same, and counts its answers', async () => {
  await untilAnsweredBy('replica');
  expect((await answers()).replica).toBeGreaterThan(0);
  expect(await node.report()).toEqual({ ready: true, status: 'up' });
});

async function answers(): Promise<{ replica: number; primary: number }> {
  const text = await node.metrics.registry.getSingleMetricAsString('ready_room_replica_reads_total');
  const count = (server: string): number => Number(new RegExp(`server="${server}"} (\\d+)`).exec(text)?.[1]);
  return { replica: count('replica'), primary: count('primary') };
}

it.each([
  ['the checkpoint of the primary', advance],
  [
    'a read model that has just been replaced',
    () => primary.query('update plain.projections set generation = generation + 1'),
  ],
  [
    'the epoch of the primary',
    async () => {
      await continueOnAnotherTimeline(database.adminUrl);
      await withClient(database.appUrl, enterEpoch);
    },
  ],
])('answers from the primary while the replica lacks %s', async (_what, change: () => Promise<unknown>) => {
  await untilAnsweredBy('replica');
  await database.pauseReplay();
  try {
    await change();
    expect(await answeredBy()).toBe('primary');
  } finally {
    await database.resumeReplay();
  }
  await untilAnsweredBy('replica');
});

it('reports the lag, and is ready without a replica that is far behind', async () => {
  await untilAnsweredBy('replica');
  await database.pauseReplay();
  try {
    await until(async () => {
      await advance();
      return (await node.report()).status === 'degraded';
    });
    const { ready, detail } = await node.report();
    expect(ready).toBe(true);
    expect(detail).toMatch(/^The replica is \d+\.\d s behind: the primary answers its reads\.$/);
    expect(await node.metrics.registry.metrics()).toMatch(/^ready_room_replica_lag_seconds [5-9]\.\d+$/m);
  } finally {
    await database.resumeReplay();
  }
  await untilAnsweredBy('replica');
  expect(await node.metrics.registry.metrics()).toMatch(/^ready_room_replica_up 1$/m);
});

it('answers from the primary when the replica cancels a statement to replay WAL', async () => {
  await primary.query('create table read.replayed as select 1 as n');
  await primary.query('grant select on read.replayed to public');
  await database.inStep();
  const reading = await startSlowRead();
  const before = await answers();
  // The standby cannot replay this lock while the statement holds its own.
  await primary.query('alter table read.replayed add column more integer');
  expect(await reading()).toBe(1);
  expect(await answers()).toEqual({ ...before, primary: before.primary + 1 });
});

const SLOW_READ = 'select n, pg_sleep(3) from read.replayed';
const ACTIVE = `select count(*)::text as text from pg_stat_activity where state = 'active' and query = '${SLOW_READ}'`;

/** Starts a slow statement on the replica. Starts it again if the primary answered it, because the replica was behind for a moment. */
async function startSlowRead(): Promise<() => Promise<number | undefined>> {
  for (;;) {
    let ended = false;
    const reading = node.reads.query<{ n: number }>(SLOW_READ).finally(() => (ended = true));
    await until(async () => ended || (await database.askStandby(ACTIVE)) !== '0');
    if (!ended) return async () => (await reading).rows[0]?.n;
  }
}

it('answers from the primary when the replica no longer responds, and from the replica once it does', async () => {
  await untilAnsweredBy('replica');
  const pool = openPool(proxy.through(database.replicaUrl), 1);
  await pool.query('select 1');
  const limit = pool.query('select pg_sleep(60)').catch(() => 'the time limit of a statement');
  const reading = await startSlowRead();
  const before = await answers();
  proxy.silence();
  const sent = until(async () => (await answers()).primary > before.primary);
  // A request whose statement used up its time limit on the replica would have no time left for the primary.
  expect(await Promise.race([sent.then(() => 'the primary'), limit])).toBe('the primary');
  expect(await reading()).toBe(1);
  await limit;
  await pool.end();
  expect(await answeredBy()).toBe('primary');
  await until(async () => (await node.report()).status === 'degraded');
  await proxy.heal();
  await untilAnsweredBy('replica');
});

it('answers from the primary while the replica is down, and from the replica after its restart', async () => {
  await untilAnsweredBy('replica');
  await database.killStandby();
  expect(await answeredBy()).toBe('primary');
  await until(async () => (await node.report()).status === 'degraded');
  expect(await node.report()).toMatchObject({
    ready: true,
    detail: expect.stringMatching(/^The replica failed \(.+\): the primary answers its reads\.$/) as string,
  });
  expect(await node.metrics.registry.metrics()).toMatch(/^ready_room_replica_up 0$/m);
  expect(await node.metrics.registry.metrics()).not.toMatch(/^ready_room_replica_lag_seconds /m);
  await advance();
  await database.restartStandby();
  await untilAnsweredBy('replica');
});

it.each([
  ['the primary', (): string => database.appUrl, 'is not a standby'],
  ['another database', (): string => another.appUrl, 'belongs to another database than DATABASE_URL'],
])('refuses %s as a replica', async (_what, url, reason) => {
  const wrong = open(url());
  try {
    await until(async () => String((await wrong.report()).detail).includes(reason));
    expect(await wrong.report()).toMatchObject({ ready: true, status: 'degraded' });
    expect(await answeredBy(wrong)).toBe('primary');
  } finally {
    await wrong.replica.onApplicationShutdown();
  }
});

let another: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  another = await createTestDatabase();
});
afterAll(() => another.drop());

it('answers from the primary once the replica is promoted', async () => {
  await untilAnsweredBy('replica');
  await database.promoteStandby();
  const before = await answers();
  await node.reads.query('select 1');
  expect(await answers()).toEqual({ ...before, primary: before.primary + 1 });
  await until(async () => String((await node.report()).detail).includes('is not a standby'));
});
