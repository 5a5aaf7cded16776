import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { ClockGuard } from '../../database/clock-guard.js';
import { DatabaseClock } from '../../database/database-clock.js';
import { openPool } from '../../database/pool.js';
import { createTestDatabase, type TestDatabase } from '../../database/testing/test-database.js';
import { Metrics } from '../../ops/metrics.js';
import { ReadinessChecks } from '../../ops/readiness-checks.js';
import { mutated } from '../testing/postgres-node.js';
import { sampleProjection } from '../testing/sample-projection.js';
import { Candidacy } from './candidacy.js';
import { Leader } from './leader.js';
import { Lease } from './lease.js';
import { ProjectionSet } from './projection-set.js';

let database: TestDatabase;
let pools: Pool[];
let clock: DatabaseClock;
let guard: ClockGuard;
const leaders: Leader[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  pools = [openPool(database.appUrl), openPool(database.appUrl)];
  clock = await DatabaseClock.start(pools[0]!);
  guard = new ClockGuard(clock, new ReadinessChecks(new Metrics()));
});
afterEach(async () => {
  await Promise.all(leaders.splice(0).map((leader) => leader.stop()));
  clock.stop();
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

interface Term {
  epoch: bigint;
  began: number;
  ended?: number;
}

/** A node that records its terms as leader. Its build contains the given projections. */
function node(pool: Pool, projections = new ProjectionSet([])): { leader: Leader; terms: Term[] } {
  const terms: Term[] = [];
  const nodeId = randomUUID();
  const leader = new Leader({
    pool,
    nodeId,
    candidacy: new Candidacy(pool, nodeId, projections),
    isClockWrong: () => guard.isWrong,
    isLogRecognized: () => true,
    onError: () => undefined,
    tasks: [
      async (epoch, signal) => {
        const term: Term = { epoch, began: performance.now() };
        terms.push(term);
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve);
        });
        term.ended = performance.now();
      },
    ],
  });
  leaders.push(leader);
  leader.start();
  return { leader, terms };
}

async function until(done: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!done() && Date.now() < deadline) await delay(20);
  expect(done()).toBe(true);
}

it('elects one of two nodes, and the other one immediately after the first stops', async () => {
  const one = node(pools[0]!);
  await until(() => one.terms.length === 1);
  const other = node(pools[1]!);
  await delay(1_500);
  expect(other.terms).toEqual([]);
  await one.leader.stop();
  expect(one.terms).toMatchObject([{ epoch: 1n, ended: expect.any(Number) as number }]);
  await until(() => other.terms.length === 1);
  expect(other.terms[0]!.epoch).toBe(2n);
});

it('ends the leader’s work before another node acquires the lease that could not be renewed', async () => {
  let cut = false;
  const flaky = mutated(pools[0]!, (text) =>
    cut && text.includes('update plain.leases set expires_at') ? 'select pg_sleep(0), 1/0' : text,
  );
  const one = node(flaky);
  await until(() => one.terms.length === 1);
  const other = node(pools[1]!);
  cut = true;
  await until(() => other.terms.length === 1);
  expect(other.terms[0]!.epoch).toBe(2n);
  expect(one.terms[0]!.ended).toBeLessThan(other.terms[0]!.began);
});

it('rejects a renewal under an old epoch or after the lease has expired', async () => {
  const [mine, yours] = [new Lease(pools[0]!, 'test', 'me'), new Lease(pools[1]!, 'test', 'you')];
  const epoch = (await mine.acquire())!;
  expect(await yours.acquire()).toBeUndefined();
  expect(await mine.renew(epoch)).toBe(true);
  await pools[0]!.query("update plain.leases set expires_at = clock_timestamp() - interval '1 second'");
  expect(await mine.renew(epoch)).toBe(false);
  expect(await yours.acquire()).toBe(epoch + 1n);
  expect(await mine.renew(epoch)).toBe(false);
});

it('does not elect a node with a wrong clock', async () => {
  const now = Date.now.bind(Date);
  const spy = jest.spyOn(Date, 'now').mockImplementation(() => now() + 5_000);
  const ahead = node(pools[0]!);
  await delay(1_500);
  expect(ahead.terms).toEqual([]);
  spy.mockRestore();
  await until(() => ahead.terms.length === 1);
});

describe('workers of two builds', () => {
  const older = new ProjectionSet([sampleProjection('samples', 1)]);
  const newer = new ProjectionSet([sampleProjection('samples', 1), sampleProjection('samples', 2)]);
  const serve = (version: number) =>
    pools[0]!.query(
      `insert into plain.projections (name, live_version, generation) values ('samples', $1, 1)
       on conflict (name) do update set live_version = excluded.live_version`,
      [version],
    );

  it('transfers the leadership to the newer build, and back when no worker of it runs', async () => {
    await serve(1);
    const before = node(pools[0]!, older);
    await until(() => before.terms.length === 1);
    const after = node(pools[1]!, newer);
    await until(() => after.terms.length === 1);
    expect(before.terms[0]!.ended).toBeLessThan(after.terms[0]!.began);
    await serve(2);
    await after.leader.stop();
    await until(() => before.terms.length === 2);
  });

  it('elects the build that contains the served read models, even if a newer build does not', async () => {
    await serve(1);
    const withoutOlder = node(pools[1]!, new ProjectionSet([sampleProjection('samples', 2)]));
    await until(() => withoutOlder.terms.length === 1);
    const before = node(pools[0]!, older);
    await until(() => before.terms.length === 1);
    expect(withoutOlder.terms[0]!.ended).toBeLessThan(before.terms[0]!.began);
  });

  it('elects the older build after a worker of the newer build has crashed', async () => {
    await serve(2);
    await new Candidacy(pools[1]!, randomUUID(), newer).isBest();
    const began = performance.now();
    const before = node(pools[0]!, older);
    await until(() => before.terms.length === 1);
    expect(performance.now() - began).toBeGreaterThan(2_000);
  });
});
