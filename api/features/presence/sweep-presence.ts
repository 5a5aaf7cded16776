import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { HELP_CODES, PRESENCE_CODES } from '../../contracts/recording.rule.js';
import { POOL } from '../../platform/database/pool.js';
import { Leadership } from '../../platform/eventsourcing/projecting/leadership.js';
import { repeatedly } from '../../platform/live/repeatedly.js';
import { FaultLog } from '../../platform/ops/fault-log.js';
import { recordChanges } from './record-changes.js';

const EVERY_MS = 600_000;
const PORTION = 1_000;

/** Also records that a student left whom no node has reported since, because a node has crashed. */
const SWEEP = `
  with swept as (
    delete from plain.presence where ctid = any (array(
      select ctid from plain.presence where seen_at < now() - interval '1 day' limit $1))
    returning *
  ), changes as (
    select session_id, user_id, seen_at as at, ${PRESENCE_CODES.offline} as presence, ${HELP_CODES.none} as help,
           null::uuid as scenario_id, null::uuid as helper_id
    from swept where state <> 'offline'
  ), ${recordChanges('changes')}
  select from swept`;

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
      const { rowCount } = await this.pool.query(SWEEP, [PORTION]);
      if (signal?.aborted || (rowCount ?? 0) < PORTION) return;
    }
  }
}
