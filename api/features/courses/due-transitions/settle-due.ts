import { Inject, Injectable } from '@nestjs/common';
import { v5 as uuidv5 } from 'uuid';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import type { RecordedEvent } from '../../../platform/eventsourcing/message.js';
import { systemContext } from '../../../platform/eventsourcing/system-context.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { courseDecider } from '../course.decider.js';
import { type CourseEvent, courseStream } from '../course.events.js';
import { nextDueTime } from '../running-class.js';
import { DueTable } from './due-table.js';

/** Name of the job that makes a due time prompt. */
export const SETTLE_JOB = 'settle-course';

/** Records what the clock has decided about a course, and notes when it will decide next. */
@Injectable()
export class SettleDue {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly commands: Commands,
    private readonly table: DueTable,
    private readonly jobs: Jobs,
  ) {}

  /** Twice at once is harmless: the second finds the stream changed, decides again, and nothing is left to do. */
  async settle(courseId: string): Promise<void> {
    const now = await this.table.now();
    const context = systemContext(now, undefined, uuidv5(`settle ${now.toISOString()}`, courseId));
    await this.commands.handle(
      courseDecider,
      courseStream(courseId),
      { type: 'SettleDue', now: now.toISOString() },
      context,
    );
    await this.note(courseId);
  }

  /** Brings the table up to date with the course's stream and asks for a wake-up. */
  async note(courseId: string): Promise<void> {
    const past = (await this.store.readStream(courseStream(courseId))) as unknown as RecordedEvent<CourseEvent>[];
    const dueAt = nextDueTime(past);
    await this.table.set(courseId, past.at(-1)?.version ?? -1, dueAt);
    // Not waited for, or each course would wait for jobs whose store hangs; the table is swept anyway. It never rejects.
    if (dueAt) void this.jobs.add(SETTLE_JOB, `${SETTLE_JOB}-${courseId}-${dueAt.getTime()}`, { courseId }, dueAt);
  }
}
