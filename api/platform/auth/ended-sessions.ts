import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { Pool } from 'pg';
import { EpochWatch } from '../database/epoch-watch.js';
import { POOL } from '../database/pool.js';
import { FaultLog } from '../ops/fault-log.js';

const READ_EVERY_MS = 500;
/** Longest time between two reads. Bounds how long a node accepts a session that has ended on another node. */
const LONGEST_PAUSE_MS = 1_000;

/**
 * Selects the sessions ended by the transactions from $1 on, and the oldest running transaction. Starting the next read there skips no
 * session, however late its transaction commits. The statement has no name, because its plan depends on $1.
 */
const SELECT_ENDED = `
  select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
    array(select family_id::text from plain.refresh_families where ended_in >= $1::xid8) as ended`;

/**
 * Notifies this node of the sign-in sessions that end on any node, so that it can keep alive sessions in memory
 * (docs/decisions/0018-rows-kept-until-they-change.md). Sessions are a plain table, whose changes are not in `live_changes`.
 */
@Injectable()
export class EndedSessions implements OnModuleDestroy {
  /** Every end is delivered, so a session can be kept from any read. */
  readonly sequence = 0;
  private readonly faults = new FaultLog(new Logger(EndedSessions.name));
  private readonly stopping = new AbortController();
  private following: Promise<void> | undefined;
  private horizon: string | null = null;
  private requestedAt: number | undefined;
  private periods = 0;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    epochs: EpochWatch,
  ) {
    epochs.onChange(() => this.interrupt());
  }

  /** Number of the current period, in which every end is delivered in time; undefined outside of periods. */
  get period(): number | undefined {
    const isCurrent = this.requestedAt !== undefined && performance.now() - this.requestedAt <= LONGEST_PAUSE_MS;
    return isCurrent ? this.periods : undefined;
  }

  /** Calls `listener` for each session that ends from now on, possibly more than once. Only the first call has an effect. */
  follow(listener: (familyId: string) => void): void {
    this.following ??= this.readRepeatedly(listener);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.following;
  }

  private async readRepeatedly(listener: (familyId: string) => void): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.read(listener).catch((error: unknown) => {
        this.interrupt();
        this.faults.report(error);
      });
      await delay(READ_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async read(listener: (familyId: string) => void): Promise<void> {
    const { horizon: since, periods } = this;
    const requestedAt = performance.now();
    const { rows } = await this.pool.query<{ horizon: string; ended: string[] }>(SELECT_ENDED, [since]);
    // An interruption during the read: the rows may belong to the former epoch.
    if (periods !== this.periods) return;
    const { horizon, ended } = rows[0]!;
    for (const familyId of ended) listener(familyId);
    this.horizon = horizon;
    this.requestedAt = requestedAt;
  }

  /** Starts over in another period. In a new epoch, transactions can have the ids of lost ones. */
  private interrupt(): void {
    this.periods += 1;
    this.horizon = null;
    this.requestedAt = undefined;
  }
}
