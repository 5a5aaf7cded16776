import { Inject, Injectable, Logger } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/clock.js';
import { Leadership } from '../../platform/eventsourcing/projecting/leadership.js';
import { Jobs } from '../../platform/jobs/jobs.js';
import { repeatedly } from '../../platform/live/repeatedly.js';
import { FaultLog } from '../../platform/ops/fault-log.js';
import { ImportWork } from './import-work.js';
import { Imports } from './imports.js';

const JOB = 'user-import';
const EVERY_MS = 1_000;
const PURGE_EVERY_MS = 600_000;

/** Runs imports: a job starts one promptly, and the leader resumes those that no worker holds. */
@Injectable()
export class ImportSweep {
  private readonly faults = new FaultLog(new Logger(ImportSweep.name));
  private readonly report = (error: unknown): void => this.faults.report(error);

  constructor(
    private readonly imports: Imports,
    private readonly work: ImportWork,
    private readonly jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
    leadership: Leadership,
  ) {
    leadership.addTask((_epoch, signal) => repeatedly(EVERY_MS, signal, () => this.sweep(signal), this.report));
    leadership.addTask((_epoch, signal) => repeatedly(PURGE_EVERY_MS, signal, () => this.imports.purge(), this.report));
    jobs.handle(JOB, ({ importId }) => work.run(importId!));
  }

  /** Queues a job that processes a stored import now. */
  prompt(importId: string): void {
    void this.jobs.add(JOB, `user-import-${importId}`, { importId }, this.clock.now());
  }

  /** Processes the imports that no worker holds, once. A failed import does not delay the imports of other organizations. */
  async sweep(signal?: AbortSignal): Promise<void> {
    for (const importId of await this.imports.unfinished()) await this.work.run(importId, signal).catch(this.report);
  }
}
