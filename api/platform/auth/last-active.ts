import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { CLOCK, type Clock } from '../clock.js';
import { POOL } from '../database/pool.js';
import { FaultLog } from '../ops/fault-log.js';

/** The last activity is written at most once a minute for each user (docs/rules.md#last-activity). */
const EVERY_MS = 60_000;
const FLUSH_MS = 2_000;

/** Records the last activity of each person in a plain table, in batches. Activity is never an event. */
@Injectable()
export class LastActive implements OnApplicationShutdown {
  private readonly written = new Map<string, number>();
  private readonly pending = new Map<string, Date>();
  private readonly faults = new FaultLog(new Logger(LastActive.name));
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  touch(userId: string): void {
    const now = this.clock.now();
    if (now.getTime() - (this.written.get(userId) ?? 0) < EVERY_MS) return;
    this.written.set(userId, now.getTime());
    this.pending.set(userId, now);
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Writes pending activity. Logs a failure and drops the activity, because no request must fail for it. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const pending = [...this.pending];
    this.pending.clear();
    if (pending.length === 0) return;
    for (const [id, time] of this.written) if (this.clock.now().getTime() - time > EVERY_MS) this.written.delete(id);
    try {
      await this.pool.query(
        `insert into plain.last_active as l (user_id, active_at)
         select * from unnest($1::uuid[], $2::timestamptz[])
         on conflict (user_id) do update set active_at = greatest(l.active_at, excluded.active_at)`,
        [pending.map(([id]) => id), pending.map(([, time]) => time)],
      );
    } catch (error) {
      this.faults.report(error);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.flush();
  }
}
