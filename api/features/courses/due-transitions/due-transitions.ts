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

/** A time that was set meanwhile may be earlier than the one the sweep waits for. */
const LONGEST_WAIT_MS = 1_000;
const ROWS_A_TURN = 128;
/** At once, so that their appends share a statement. */
const AT_ONCE = 24;

/** Starts and ends classes on time: the leader waits for the next due time in a table, and settles all that is due. */
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

  /** Keeps the table of due times in step with what people change. */
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
        // By the clock: its row stays due until whoever settles it has written the next time.
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

  /** Settles what is due, or tells for how long nothing is. */
  private async turn(signal: AbortSignal): Promise<number> {
    const { now, next } = await this.table.look();
    if (!next) return LONGEST_WAIT_MS;
    if (next > now) return Math.min(LONGEST_WAIT_MS, next.getTime() - now.getTime());
    const settled: DueTime[] = [];
    await inParallel(AT_ONCE, await this.table.due(now, ROWS_A_TURN), async (courseId) => {
      if (!signal.aborted) settled.push(...(await this.trySettle(courseId, now)));
    });
    await this.table.set(settled);
    return 0;
  }

  /** One that fails is tried again later and holds nobody else up. */
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
