import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { CONFIG, type Config } from '../../config.js';
import { LOG_CHANNEL, PROJECTIONS_CHANNEL } from './wake-ups.js';
import { Dependencies } from '../ops/dependencies.js';
import { Metrics } from '../ops/metrics.js';
import { ReadinessChecks } from '../ops/readiness-checks.js';
import { ClockGuard } from './clock-guard.js';
import { DatabaseClock } from './database-clock.js';
import { EpochWatch } from './epoch-watch.js';
import { Hints } from './hints.js';
import { OneAtATime } from './one-at-a-time.js';
import { DATABASE_URLS, type DatabaseUrls, openPool, POOL } from './pool.js';
import { Replica } from './replica.js';
import { isArchiveFailing } from './wal-archive.js';

const WAITING_SAMPLE_MS = 250;
/** Number of samples in a second, of which the gauge is the smallest. */
const WAITING_SAMPLES = 4;

/** The hints that each role waits for: a worker follows the log, an http node follows the read models. */
const CHANNELS = { worker: LOG_CHANNEL, http: PROJECTIONS_CHANNEL } as const;

/** Provides the connection pool, the clock and the hints of this process. */
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  private readonly sampling: NodeJS.Timeout;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly hints: Hints,
    private readonly clock: DatabaseClock,
    checks: ReadinessChecks,
    dependencies: Dependencies,
    metrics: Metrics,
  ) {
    metrics.gauge('ready_room_pool_connections', (gauge) => {
      gauge.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      gauge.set({ state: 'idle' }, pool.idleCount);
    });
    const waiting = metrics.gauge('ready_room_pool_waiting');
    // The smallest of several samples, because every statement waits for a moment while its connection is taken from the pool,
    // also those of a scrape.
    const samples = Array<number>(WAITING_SAMPLES).fill(0);
    this.sampling = setInterval(() => {
      samples.shift();
      samples.push(pool.waitingCount);
      waiting.set(Math.min(...samples));
    }, WAITING_SAMPLE_MS).unref();
    metrics.gauge('ready_room_pool_max_connections').set(pool.options.max);
    dependencies.register('PostgreSQL', () => pool.query('select 1'));
    checks.register('database', async () => {
      if (!(await isArchiveFailing(pool))) return { status: 'up' };
      return { status: 'degraded', detail: 'PostgreSQL cannot archive its WAL: see its log.' };
    });
  }

  static forRoot(urls: DatabaseUrls): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        { provide: DATABASE_URLS, useValue: urls },
        EpochWatch,
        {
          provide: POOL,
          inject: [EpochWatch],
          useFactory: (epochs: EpochWatch) => {
            const pool = openPool(urls.appUrl, undefined, (client) => epochs.admit(client));
            epochs.watch(pool);
            return pool;
          },
        },
        {
          provide: Replica,
          inject: [POOL, Metrics, ReadinessChecks],
          useFactory: (pool: Pool, metrics: Metrics, checks: ReadinessChecks) =>
            urls.replicaUrl === undefined ? null : new Replica(urls.replicaUrl, pool, metrics, checks),
        },
        { provide: DatabaseClock, inject: [POOL], useFactory: (pool: Pool) => DatabaseClock.start(pool) },
        OneAtATime,
        ClockGuard,
        {
          provide: Hints,
          inject: [POOL, EpochWatch, CONFIG],
          useFactory: async (pool: Pool, epochs: EpochWatch, { roles }: Config) => {
            const channels = roles.map((role) => CHANNELS[role]);
            const hints = new Hints(urls.appUrl, channels, pool);
            epochs.onChange(() => hints.reconnect());
            await hints.start();
            return hints;
          },
        },
      ],
      exports: [DATABASE_URLS, POOL, Replica, DatabaseClock, EpochWatch, Hints, OneAtATime, ClockGuard],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.sampling);
    this.clock.stop();
    await this.hints.close();
    await this.pool.end();
  }
}
