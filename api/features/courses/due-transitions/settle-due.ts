import { Inject, Injectable } from '@nestjs/common';
import { v5 as uuidv5 } from 'uuid';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { systemContext } from '../../../platform/eventsourcing/system-context.js';
import { courseStream } from '../course.stream.js';
import { dueTimeOf, nextDueTime } from '../running-class.js';
import type { DueTime } from './due-table.js';

/** Records the due starts and ends of a course. */
@Injectable()
export class SettleDue {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly commands: Commands,
  ) {}

  /**
   * Records the transitions that are due by `now` and returns the next due time. Concurrent calls are safe: the second one
   * finds the stream changed, decides again and appends nothing.
   */
  async settle(courseId: string, now: Date): Promise<DueTime> {
    const context = systemContext(now, undefined, uuidv5(`settle ${now.toISOString()}`, courseId));
    const command = { type: 'SettleDue', now: now.toISOString() } as const;
    const { state, appended } = await this.commands.handle(courseStream.of(courseId), command, context);
    return appended ? { courseId, version: appended.version, dueAt: dueTimeOf(state) } : this.next(courseId);
  }

  /** Returns the next due time of a course, from its stream. */
  async next(courseId: string): Promise<DueTime> {
    const past = await courseStream.of(courseId).read(this.store);
    return { courseId, version: past.at(-1)?.version ?? -1, dueAt: nextDueTime(past) };
  }
}
