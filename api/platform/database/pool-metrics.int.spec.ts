import { setTimeout as delay } from 'node:timers/promises';
import { Dependencies } from '../ops/dependencies.js';
import { Metrics } from '../ops/metrics.js';
import { ReadinessChecks } from '../ops/readiness-checks.js';
import { until } from '../../testing/until.js';
import { DatabaseClock } from './database-clock.js';
import { DatabaseModule } from './database.module.js';
import { Hints } from './hints.js';
import { openPool } from './pool.js';
import { createTestDatabase } from './testing/test-database.js';

it('counts statements that wait for a connection, without those of the scrape', async () => {
  const database = await createTestDatabase();
  const pool = openPool(database.appUrl, 1);
  const metrics = new Metrics();
  const [dependencies, checks] = [new Dependencies(metrics), new ReadinessChecks(metrics)];
  const clock = new DatabaseClock({ timeMs: 0, atMs: 0, errorMs: 0 });
  const module = new DatabaseModule(pool, new Hints(database.appUrl, [], pool), clock, checks, dependencies, metrics);
  const waiting = async (): Promise<number> => {
    const line = /^ready_room_pool_waiting (\d+)$/m.exec(await metrics.registry.metrics());
    return Number(line?.[1]);
  };
  try {
    await pool.query('select 1');
    for (let scrape = 0; scrape < 12; scrape += 1) {
      expect(await waiting()).toBe(0);
      await delay(100);
    }
    const busy = pool.query('select pg_sleep(3)');
    const others: Promise<unknown>[] = [];
    await until(async () => {
      others.push(pool.query('select 1').catch(() => undefined));
      return / [1-9]\d*$/.test(await metrics.registry.getSingleMetricAsString('ready_room_pool_waiting'));
    });
    await Promise.all([busy, ...others]);
  } finally {
    await module.onApplicationShutdown();
    await database.drop();
  }
});
