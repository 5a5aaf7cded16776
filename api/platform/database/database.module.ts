import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { LOG_CHANNEL } from '../eventsourcing/log-channel.js';
import { PROJECTIONS_CHANNEL } from '../eventsourcing/projecting/projections-channel.js';
import { Metrics } from '../ops/metrics.js';
import { ReadinessChecks } from '../ops/readiness-checks.js';
import { ClockGuard } from './clock-guard.js';
import { EpochWatch } from './epoch-watch.js';
import { Hints } from './hints.js';
import { OneAtATime } from './one-at-a-time.js';
import { DATABASE_URLS, type DatabaseUrls, openPool, POOL } from './pool.js';

/** WAL piles up on the database's disk meanwhile, and a recovery to a point in time would lack it. */
const ARCHIVE_FAILS_SINCE = `
  select last_failed_time as since from pg_stat_archiver
  where last_failed_time > coalesce(last_archived_time, '-infinity')`;

/** The pool and the hints of this process. */
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly hints: Hints,
    checks: ReadinessChecks,
    metrics: Metrics,
  ) {
    metrics.gauge('ready_room_pool_connections', (gauge) => {
      gauge.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      gauge.set({ state: 'idle' }, pool.idleCount);
    });
    metrics.gauge('ready_room_pool_waiting', (gauge) => gauge.set(pool.waitingCount));
    metrics.gauge('ready_room_pool_max_connections').set(pool.options.max);
    checks.register('database', async () => {
      const { rows } = await pool.query<{ since: Date | null }>({ name: 'archive-failure', text: ARCHIVE_FAILS_SINCE });
      if (!rows[0]?.since) return { status: 'up' };
      return { status: 'degraded', detail: 'PostgreSQL cannot archive its WAL: look at its log.' };
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
        OneAtATime,
        ClockGuard,
        {
          provide: Hints,
          inject: [POOL, EpochWatch],
          useFactory: async (pool: Pool, epochs: EpochWatch) => {
            const hints = new Hints(urls.appUrl, [LOG_CHANNEL, PROJECTIONS_CHANNEL], pool);
            epochs.onChange(() => hints.reconnect());
            await hints.start();
            return hints;
          },
        },
      ],
      exports: [DATABASE_URLS, POOL, EpochWatch, Hints, OneAtATime, ClockGuard],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.hints.close();
    await this.pool.end();
  }
}
