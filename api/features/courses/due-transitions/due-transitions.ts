import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Leadership } from '../../../platform/eventsourcing/projecting/leadership.js';
import { ReactorRegistry } from '../../../platform/eventsourcing/projecting/reactor-registry.js';
import type { Reactor } from '../../../platform/eventsourcing/projecting/reactor.js';
import { inParallel } from '../../../platform/in-parallel.js';
import { FaultLog } from '../../../platform/ops/fault-log.js';
import type { CourseEvent } from '../course.events.js';
import { type DueTime, DueTable } from './due-table.js';
import { SettleDue } from './settle-due.js';

/** Longest wait between sweeps. A due time that is set in the meantime may be earlier than the one the sweep waits for. */
const LONGEST_WAIT_MS = 1_000;
const ROWS_A_TURN = 128;
/** Courses settled in parallel, so that their appends share a statement. */
const PARALLEL_TRANSITIONS = 24;

/** Starts and ends classes on time. The leader waits for the next due time in a table and then settles all due courses. */
@Injectable()
export class DueTransitions {
  private readonly faults = new FaultLog(new Logger(DueTransitions.name));

  constructor(
    private readonly settleDue: SettleDue,
    private readonly table: DueTable,
    reactors: ReactorRegistry,
    leadership: Leadership,
  ) {
    reactors.register(this.reactor());
    leadership.addTask((_epoch, signal) => this.sweep(signal));
  }

  /** Updates the table of due times after a person changes a class. */
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
      react: async ({ data }) => {
        // For a transition by the clock, the sweep that settled it writes the next due time. Until then the row stays due.
        if ('scheduledAt' in data && data.scheduledAt !== null) return;
        await this.table.set([await this.settleDue.next(data.courseId)]);
      },
    };
  }

  private async sweep(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const waitMs = await this.turn(signal).catch((error: unknown) => {
        this.faults.report(error);
        return LONGEST_WAIT_MS;
      });
      if (waitMs > 0) await delay(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Settles the due courses. Returns the milliseconds to wait before the next turn. */
  private async turn(signal: AbortSignal): Promise<number> {
    const { now, next } = await this.table.readNext();
    if (!next) return LONGEST_WAIT_MS;
    if (next > now) return Math.min(LONGEST_WAIT_MS, next.getTime() - now.getTime());
    const settled: DueTime[] = [];
    await inParallel(PARALLEL_TRANSITIONS, await this.table.due(now, ROWS_A_TURN), async (courseId) => {
      if (!signal.aborted) settled.push(...(await this.trySettle(courseId, now)));
    });
    await this.table.set(settled);
    return 0;
  }

  /** Settles one course. A failed course is postponed, so that it does not delay the others. */
  private async trySettle(courseId: string, now: Date): Promise<DueTime[]> {
    try {
      return [await this.settleDue.settle(courseId, now)];
    } catch (error) {
      this.faults.report(error);
      await this.table.postpone(courseId);
      return [];
    }
  }
}
