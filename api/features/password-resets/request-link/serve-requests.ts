import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../platform/clock.js';
import { isTransientFailure } from '../../../platform/failures.js';
import { DomainError } from '../../../platform/domain-error.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { Leadership } from '../../../platform/eventsourcing/projecting/leadership.js';
import { systemContext } from '../../../platform/eventsourcing/system-context.js';
import { FaultLog } from '../../../platform/ops/fault-log.js';
import { userByStream } from '../../people/user-by-stream.query.js';
import { PasswordChanges } from '../password-changes.js';
import { ResetTable, type UnrecordedUse } from '../reset-table.js';
import { Resets } from '../resets.js';
import { type OpenRequest, ResetRequests } from './reset-requests.js';

const EVERY_MS = 500;
const ROWS_A_TURN = 100;
/** Time in which the process that changed a password records the change itself. */
const RECORDED_WITHIN_MS = 15_000;
const PURGE_EVERY_TURNS = 7_200;
const RETENTION_MS = 30 * 24 * 60 * 60_000;

/** Background task of the leader: records requested links, and password changes that a crash left unrecorded. */
@Injectable()
export class ServeRequests {
  private readonly faults = new FaultLog(new Logger(ServeRequests.name));

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly requests: ResetRequests,
    private readonly resets: Resets,
    private readonly table: ResetTable,
    private readonly changes: PasswordChanges,
    leadership: Leadership,
  ) {
    leadership.addTask((_epoch, signal) => this.run(signal));
  }

  private async run(signal: AbortSignal): Promise<void> {
    for (let turn = 1; !signal.aborted; turn += 1) {
      try {
        await this.each(await this.requests.open(ROWS_A_TURN), (request) => this.serve(request));
        await this.each(await this.table.unrecorded(this.forgottenBefore()), (use) => this.recordMissedUse(use));
        if (turn % PURGE_EVERY_TURNS === 0) await this.purge();
      } catch (error) {
        this.faults.report(error);
      }
      await delay(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Serves a request. Uses its id as the command's id, so that a repeat is recorded once. */
  private async serve({ id, userId, address }: OpenRequest): Promise<void> {
    if (await userByStream(this.store, userId)) {
      const { commandId, metadata } = systemContext(this.clock.now(), id, id);
      const asker = { actorId: 'anonymous', actorRole: 'anonymous', address };
      await this.resets.request(userId, 'link', { commandId, metadata: { ...metadata, ...asker } });
    }
    await this.requests.markHandled(id);
  }

  private async purge(): Promise<void> {
    await this.requests.purge();
    await this.table.purge(new Date(this.clock.now().getTime() - RETENTION_MS));
  }

  /** Runs `work` for each row. A row that fails is retried in the next turn and does not block others; a database failure ends the turn. */
  private async each<Row>(rows: readonly Row[], work: (row: Row) => Promise<void>): Promise<void> {
    for (const row of rows) {
      await work(row).catch((error: unknown) => {
        if (isTransientFailure(error)) throw error;
        this.faults.report(error);
      });
    }
  }

  private forgottenBefore(): Date {
    return new Date(this.clock.now().getTime() - RECORDED_WITHIN_MS);
  }

  /** Records a change that a crash left unrecorded. Marks it as done when the user no longer exists. */
  private async recordMissedUse({ id, userId, how, usedAt }: UnrecordedUse): Promise<void> {
    try {
      await this.changes.record(id, userId, how, systemContext(usedAt, id));
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'NOT_FOUND')) throw error;
      await this.table.markRecorded(id, this.clock.now());
    }
  }
}
