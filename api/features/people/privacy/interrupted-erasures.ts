import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { CLOCK, type Clock } from '../../../platform/clock.js';
import { POOL } from '../../../platform/database/pool.js';
import { handleCommand } from '../../../platform/eventsourcing/command-handling.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { ERASED } from '../../../platform/eventsourcing/personal-data.js';
import { Leadership } from '../../../platform/eventsourcing/projecting/leadership.js';
import { systemContext } from '../../../platform/eventsourcing/system-context.js';
import { repeatedly } from '../../../platform/live/repeatedly.js';
import { FaultLog } from '../../../platform/ops/fault-log.js';
import { userStream } from '../user.stream.js';

const EVERY_MS = 10_000;

/** Records erasures that were interrupted after their tombstone, on the leader. Read models show the person until the event is projected. */
@Injectable()
export class InterruptedErasures implements OnModuleInit {
  private readonly faults = new FaultLog(new Logger(InterruptedErasures.name));

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly leadership: Leadership,
  ) {}

  onModuleInit(): void {
    const onError = (error: unknown): void => this.faults.report(error);
    this.leadership.addTask((_epoch, signal) => repeatedly(EVERY_MS, signal, () => this.record(), onError));
  }

  /** An erasure that is only not projected yet is found too. It is already recorded, so the command appends nothing. */
  async record(): Promise<void> {
    for (const id of await erasedButShown(this.pool))
      await handleCommand(this.store, userStream.of(id), { type: 'Erase' }, systemContext(this.clock.now()));
  }
}

/** Returns the people with a tombstone whom the read models still show: the event of the erasure is missing or not projected yet. */
export async function erasedButShown(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from plain.erased_subjects e join read.people p on p.id = e.subject_id where p.username <> $1',
    [ERASED],
  );
  return rows.map(({ id }) => id);
}
