import { jest } from '@jest/globals';
import type { Pool } from 'pg';
import { Metrics } from '../ops/metrics.js';
import { ReadinessChecks } from '../ops/readiness-checks.js';
import { until } from '../../testing/until.js';
import { ClockGuard } from './clock-guard.js';
import { DatabaseClock } from './database-clock.js';
import { openPool } from './pool.js';
import { createTestDatabase, type TestDatabase } from './testing/test-database.js';

let database: TestDatabase;
let pool: Pool;
let clock: DatabaseClock;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.appUrl);
  clock = await DatabaseClock.start(pool);
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  clock.stop();
  await pool.end();
  await database.drop();
});

const realNow = Date.now.bind(Date);
const setClock = (aheadMs: number) => jest.spyOn(Date, 'now').mockImplementation(() => realNow() + aheadMs);

/** Runs work under the guard, and records each start (true) and stop (false). */
function worker(guard: ClockGuard): { readonly turns: boolean[]; stop(): Promise<void> } {
  const [turns, stopped] = [[] as boolean[], new AbortController()];
  const running = guard.whileRight(stopped.signal, async (signal) => {
    turns.push(true);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    turns.push(false);
  });
  return {
    turns,
    stop: () => {
      stopped.abort();
      return running;
    },
  };
}

it('runs work while the clock is right, and resumes it after the clock is corrected', async () => {
  const { turns, stop } = worker(new ClockGuard(clock, new ReadinessChecks(new Metrics())));
  await until(() => turns.length === 1);
  setClock(-300_000);
  await until(() => turns.length === 2);
  jest.restoreAllMocks();
  await until(() => turns.length === 3);
  await stop();
  expect(turns).toEqual([true, false, true, false]);
});

it.each([
  [0, { status: 'up' }],
  [
    300_000,
    { status: 'degraded', detail: expect.stringMatching(/^\d+\.\d s ahead of the database's clock/) as string },
  ],
  [-300_000, { status: 'degraded', detail: expect.stringContaining('behind') as string }],
])('reports a clock skew of %d ms in readiness, and stays ready', async (aheadMs, expected) => {
  const checks = new ReadinessChecks(new Metrics());
  expect(new ClockGuard(clock, checks)).toBeDefined();
  setClock(aheadMs);
  expect(await checks.report()).toEqual({ ready: true, checks: { clock: expected } });
});

it.each([
  [29_000, true, { status: 'up' }],
  [31_000, false, { status: 'down', detail: "the database's clock has been unknown for 31 s" }],
])('with a reading that is %d ms old, is ready: %p', async (ageMs, ready, expected) => {
  const checks = new ReadinessChecks(new Metrics());
  const read = { timeMs: Date.now() - ageMs, atMs: performance.now() - ageMs, errorMs: 1 };
  expect(new ClockGuard(new DatabaseClock(read), checks)).toBeDefined();
  expect(await checks.report()).toEqual({ ready, checks: { clock: expected } });
});

it('reads the clock of the database again and again', async () => {
  await until(() => clock.unreadForMs > 500);
  await until(() => clock.unreadForMs < 500);
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  expect(Math.abs(clock.now().getTime() - rows[0]!.now.getTime())).toBeLessThan(500);
});
