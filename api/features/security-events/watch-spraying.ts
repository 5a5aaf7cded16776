import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { CLOCK, type Clock } from '../../platform/clock.js';
import { POOL } from '../../platform/database/pool.js';
import { Leadership } from '../../platform/eventsourcing/projecting/leadership.js';
import { repeatedly } from '../../platform/live/repeatedly.js';
import { FaultLog } from '../../platform/ops/fault-log.js';
import { SprayedNamesQuery, type SprayingNetwork } from '../sign-in/sprayed-names.query.js';

const EVERY_MS = 60_000;
const WINDOW_MS = 60 * 60_000;
/** Above the number of names that a classroom mistypes in an hour without a sign-in afterwards. */
const FEWEST_NAMES = 10;

/** Background task of the leader that records networks which try few passwords on many names. Each network has one entry an hour. */
@Injectable()
export class WatchSpraying implements OnModuleInit {
  private readonly logger = new Logger('SecurityEvents');
  private readonly faults = new FaultLog(new Logger(WatchSpraying.name));

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly sprayed: SprayedNamesQuery,
    private readonly leadership: Leadership,
  ) {}

  onModuleInit(): void {
    const onError = (error: unknown): void => this.faults.report(error);
    this.leadership.addTask((_epoch, signal) => repeatedly(EVERY_MS, signal, () => this.findSpraying(), onError));
  }

  async findSpraying(): Promise<void> {
    const since = new Date(this.clock.now().getTime() - WINDOW_MS);
    for (const found of await this.sprayed.since(since, FEWEST_NAMES)) {
      if (!(await this.record(found, since))) continue;
      this.logger.warn('security event', { event: { kind: 'password-spraying', ...found } });
    }
  }

  /** Creates or updates the entry of a network. Returns false when nothing has changed since the last check. */
  private async record({ network, names, attempts, firstAt, lastAt }: SprayingNetwork, since: Date): Promise<boolean> {
    const known = await this.pool.query<{ changed: boolean }>(
      `with entry as (
         select id, last_at from plain.security_events
         where kind = 'password-spraying' and network = $1 and last_at > $2 order by last_at desc limit 1
       ), changed as (
         update plain.security_events e set names = greatest(e.names, $3), count = greatest(e.count, $4), last_at = $5
         from entry where e.id = entry.id and entry.last_at < $5 returning e.id
       )
       select exists (select from changed) as changed from entry`,
      [network, since, names, attempts, lastAt],
    );
    if (known.rows[0]) return known.rows[0].changed;
    await this.pool.query(
      `insert into plain.security_events (id, kind, first_at, last_at, count, names, network, address)
       values ($1, 'password-spraying', $2, $3, $4, $5, $6, $6)`,
      [uuidv7(), firstAt, lastAt, attempts, names, network],
    );
    return true;
  }
}
