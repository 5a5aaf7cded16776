import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../platform/database/pool.js';
import { Leadership } from '../../platform/eventsourcing/projecting/leadership.js';
import { repeatedly } from '../../platform/live/repeatedly.js';
import { FaultLog } from '../../platform/ops/fault-log.js';

const EVERY_MS = 600_000;
const PORTION = 1_000;

/** Deletes presence older than a day, on the leader and in short transactions. */
@Injectable()
export class SweepPresence implements OnModuleInit {
  private readonly faults = new FaultLog(new Logger(SweepPresence.name));

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly leadership: Leadership,
  ) {}

  onModuleInit(): void {
    const onError = (error: unknown): void => this.faults.report(error);
    this.leadership.addTask((_epoch, signal) => repeatedly(EVERY_MS, signal, () => this.sweep(signal), onError));
  }

  async sweep(signal?: AbortSignal): Promise<void> {
    for (;;) {
      const { rowCount } = await this.pool.query(
        `delete from plain.presence where ctid = any (array(
           select ctid from plain.presence where seen_at < now() - interval '1 day' limit $1))`,
        [PORTION],
      );
      if (signal?.aborted || (rowCount ?? 0) < PORTION) return;
    }
  }
}
