import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Leadership } from '../../../platform/eventsourcing/projecting/leadership.js';
import { ReactorRegistry } from '../../../platform/eventsourcing/projecting/reactor-registry.js';
import type { Reactor } from '../../../platform/eventsourcing/projecting/reactor.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { FaultLog } from '../../../platform/ops/fault-log.js';
import type { CourseEvent } from '../course.events.js';
import { DueTable } from './due-table.js';
import { SETTLE_JOB, SettleDue } from './settle-due.js';

const SWEEP_EVERY_MS = 1_000;
const ROWS_A_TURN = 100;

/** Starts and ends classes on time: the leader sweeps a table every second, a job makes each due time prompt. */
@Injectable()
export class DueTransitions {
  private readonly faults = new FaultLog(new Logger(DueTransitions.name));

  constructor(
    private readonly settleDue: SettleDue,
    private readonly table: DueTable,
    reactors: ReactorRegistry,
    leadership: Leadership,
    jobs: Jobs,
  ) {
    reactors.register(this.reactor());
    leadership.addTask((_epoch, signal) => this.sweep(signal));
    jobs.handle(SETTLE_JOB, ({ courseId }) => this.settleDue.settle(courseId!));
  }

  /** Keeps the table of due times in step with the courses. */
  private reactor(): Reactor<CourseEvent> {
    return {
      name: 'due-transitions',
      handles: [
        'ClassScheduled',
        'ClassScheduleCancelled',
        'ClassStarted',
        'ClassEndScheduled',
        'ClassEnded',
        'ClassResumed',
      ],
      react: ({ data }) => this.settleDue.note(data.courseId),
    };
  }

  private async sweep(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const settled = await this.sweepOnce();
      if (settled < ROWS_A_TURN) await delay(SWEEP_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** How many courses were settled; one that fails is tried again later and holds nobody else up. */
  private async sweepOnce(): Promise<number> {
    let settled = 0;
    try {
      for (const courseId of await this.table.due(ROWS_A_TURN)) {
        try {
          await this.settleDue.settle(courseId);
          settled += 1;
        } catch (error) {
          this.faults.report(error);
          await this.table.postpone(courseId);
        }
      }
    } catch (error) {
      this.faults.report(error);
    }
    return settled;
  }
}
