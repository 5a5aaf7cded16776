import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import { CLOCK, type Clock } from '../../../platform/clock.js';
import { POOL } from '../../../platform/database/pool.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { Leadership } from '../../../platform/eventsourcing/projecting/leadership.js';
import { systemContext } from '../../../platform/eventsourcing/system-context.js';
import { FaultLog } from '../../../platform/ops/fault-log.js';
import { accountByStream } from '../../people/account-by-stream.query.js';
import { seatsStream } from '../seats.stream.js';

const EVERY_MS = 60_000;
const ROWS_A_TURN = 500;

/** Users who, by the read models, hold an unused seat for ten minutes or lack one. */
const SELECT_SUSPECTS = `
  (select s.organization_id as "organizationId", s.user_id as "userId" from read.seats s
   left join read.people p on p.id = s.user_id and p.organization_id = s.organization_id and p.enabled
   where p.id is null and s.taken_at < $1 limit ${ROWS_A_TURN})
  union all
  (select p.organization_id, p.id from read.people p
   left join read.seats s on s.user_id = p.id and s.organization_id = p.organization_id
   where p.enabled and p.organization_id is not null and s.user_id is null limit ${ROWS_A_TURN})`;

const GRACE_MS = 10 * 60_000;

/**
 * Reconciles seats with users once a minute. A crash can separate a seat from the change it was taken for. The read models only find
 * candidates; the streams decide.
 */
@Injectable()
export class SeatsSweep {
  private readonly faults = new FaultLog(new Logger(SeatsSweep.name));

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly commands: Commands,
    leadership: Leadership,
  ) {
    leadership.addTask((_epoch, signal) => this.run(signal));
  }

  /** Checks the present candidates once. */
  async sweep(): Promise<void> {
    const { rows } = await this.pool.query<{ organizationId: string; userId: string }>(SELECT_SUSPECTS, [
      new Date(this.clock.now().getTime() - GRACE_MS),
    ]);
    for (const { organizationId, userId } of rows) {
      await this.settle(organizationId, userId).catch((error: unknown) => this.faults.report(error));
    }
  }

  private async settle(organizationId: string, userId: string): Promise<void> {
    const account = await accountByStream(this.store, userId);
    const needsSeat = account?.status === 'enabled' && account.organizationId === organizationId;
    const command = needsSeat
      ? // The user belongs to the organization already, so the limit does not apply.
        ({ type: 'Take', organizationId, userIds: [userId], userLimit: Infinity } as const)
      : ({ type: 'Release', organizationId, userIds: [userId] } as const);
    const context = systemContext(this.clock.now());
    await this.commands.handle(seatsStream.of(organizationId), command, context);
  }

  private async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.sweep().catch((error: unknown) => this.faults.report(error));
      await delay(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
