import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/clock.js';
import { Refusals } from '../../platform/http/refusals.js';
import { FaultLog } from '../../platform/ops/fault-log.js';
import { SecurityEventTable } from './security-event-table.js';
import { type SecurityRow, SecurityWindow } from './security-window.js';

const FLUSH_MS = 5_000;

/**
 * Records refused requests: a line in the structured log for a SIEM, and rows for the audit page. Both are written every few seconds, so
 * that no request waits for them or needs its own statement.
 */
@Injectable()
export class RecordRefusals implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('SecurityEvents');
  private readonly faults = new FaultLog(new Logger(RecordRefusals.name));
  private readonly window = new SecurityWindow();
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> = Promise.resolve();

  constructor(
    refusals: Refusals,
    private readonly table: SecurityEventTable,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    refusals.listen((refusal) => this.window.record(refusal, this.clock.now()));
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.flush(), FLUSH_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  /** Writes unsaved rows; after a failure, the next flush writes them. */
  flush(): Promise<void> {
    this.flushing = this.flushing.then(() => this.write()).catch((error: unknown) => this.faults.report(error));
    return this.flushing;
  }

  private async write(): Promise<void> {
    const { rows, saved } = this.window.unsaved(this.clock.now());
    if (rows.length === 0) return;
    await this.table.save(rows);
    for (const row of rows) this.logger.warn('security event', lineOf(row));
    saved();
  }
}

/** Returns the fields of a log line. A repeated row is logged again with its id and its new count. Contains ids, never names. */
const lineOf = ({ id, kind, firstAt, lastAt, ...row }: SecurityRow): object => ({
  event: { id, kind, firstAt, lastAt, ...row },
});
