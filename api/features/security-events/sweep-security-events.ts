import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/clock.js';
import { Leadership } from '../../platform/eventsourcing/projecting/leadership.js';
import { repeatedly } from '../../platform/live/repeatedly.js';
import { FaultLog } from '../../platform/ops/fault-log.js';
import { SecurityEventTable } from './security-event-table.js';

const EVERY_MS = 600_000;
const RETENTION_MS = 90 * 24 * 60 * 60_000;
/** About 300 MB, including indexes. */
const MAX_ROWS = 1_000_000;

/** Background task of the leader: removes security events after 90 days, and the oldest beyond the limit. */
@Injectable()
export class SweepSecurityEvents implements OnModuleInit {
  private readonly faults = new FaultLog(new Logger(SweepSecurityEvents.name));

  constructor(
    private readonly table: SecurityEventTable,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly leadership: Leadership,
  ) {}

  onModuleInit(): void {
    const onError = (error: unknown): void => this.faults.report(error);
    this.leadership.addTask((_epoch, signal) => repeatedly(EVERY_MS, signal, () => this.sweep(signal), onError));
  }

  async sweep(signal?: AbortSignal, maxRows = MAX_ROWS): Promise<void> {
    await this.table.purge(new Date(this.clock.now().getTime() - RETENTION_MS), signal);
    await this.table.trim(maxRows, signal);
  }
}
