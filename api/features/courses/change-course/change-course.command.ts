import { Command } from '@nestjs/cqrs';
import type { ClassSession } from '../../../contracts/group.contract.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import type { CourseCommand } from '../course.stream.js';

/** Of a course's classes after a change: the one that runs, the one to come, the newest that ended. */
export interface ChangedCourse {
  readonly active: ClassSession | null;
  readonly scheduled: ClassSession | null;
  readonly last: ClassSession | null;
  readonly appended: AppendResult | undefined;
}

/** One decision on a course's stream: start, schedule, end or resume a class, change the instructor, delete. */
export class ChangeCourse extends Command<ChangedCourse> {
  constructor(
    readonly courseId: string,
    readonly change: CourseCommand,
    readonly context: CommandContext,
  ) {
    super();
  }
}
