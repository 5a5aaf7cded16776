import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../database/pool.js';
import { Leadership } from '../eventsourcing/projecting/leadership.js';
import { FaultLog } from '../ops/fault-log.js';
import { repeatedly } from './repeatedly.js';

const EVERY_MS = 60_000;
const PORTION = 5_000;

/** Deletes changes older than one hour on the leader. Every node has sent them to its watchers within seconds. */
@Injectable()
export class PurgeLiveChanges implements OnModuleInit {
  private readonly faults = new FaultLog(new Logger(PurgeLiveChanges.name));

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly leadership: Leadership,
  ) {}

  onModuleInit(): void {
    this.leadership.addTask((_epoch, signal) =>
      repeatedly(
        EVERY_MS,
        signal,
        () => purgeLiveChanges(this.pool, signal),
        (error) => this.faults.report(error),
      ),
    );
  }
}

/** Deletes old changes in short transactions. Keeps the newest ones, because a starting node begins after them. */
export async function purgeLiveChanges(pool: Pool, signal?: AbortSignal, portion: number = PORTION): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `delete from plain.live_changes where ctid = any (array(
         select ctid from plain.live_changes
         where changed_at < now() - interval '1 hour' and sequence < (select max(sequence) from plain.live_changes)
         order by changed_at limit $1))`,
      [portion],
    );
    if (signal?.aborted || (rowCount ?? 0) < portion) return;
  }
}
