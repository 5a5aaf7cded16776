import { jest } from '@jest/globals';
import type { Pool } from 'pg';
import { Metrics } from '../ops/metrics.js';
import { ReadinessChecks } from '../ops/readiness-checks.js';
import { until } from '../../testing/until.js';
import { ClockGuard } from './clock-guard.js';
import { openPool } from './pool.js';
import { createTestDatabase, type TestDatabase } from './testing/test-database.js';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.appUrl);
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
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
  const { turns, stop } = worker(new ClockGuard(pool, new ReadinessChecks(new Metrics())));
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
])('reports a clock skew of %d ms in readiness, and stays ready', async (aheadMs, clock) => {
  const checks = new ReadinessChecks(new Metrics());
  expect(new ClockGuard(pool, checks)).toBeDefined();
  setClock(aheadMs);
  expect(await checks.report()).toEqual({ ready: true, checks: { clock } });
});
