import { Command } from '@nestjs/cqrs';
import type { ClassSession } from '../../../contracts/group.contract.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import type { CourseCommand } from '../course.stream.js';

/** The running, the scheduled and the newest ended class of a course after a change. */
export interface ChangedCourse {
  readonly active: ClassSession | null;
  readonly scheduled: ClassSession | null;
  readonly last: ClassSession | null;
  readonly appended: AppendResult | undefined;
}

/** Command to change a course: start, schedule, end or resume a class, change the instructor, delete. */
export class ChangeCourse extends Command<ChangedCourse> {
  constructor(
    readonly courseId: string,
    readonly change: CourseCommand,
    readonly context: CommandContext,
  ) {
    super();
  }
}
