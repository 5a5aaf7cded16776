import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import type { CourseCreated } from '../course.events.js';

/** A created course and the log position of its creation, by this command or by the earlier one that it repeats. */
export interface CreatedCourse {
  readonly courseId: string;
  readonly course: CourseCreated['data'];
  readonly appended: Pick<AppendResult, 'position'>;
}

/** Command to create a course. The course id is the command id, and the course code is generated. */
export class CreateCourse extends Command<CreatedCourse> {
  constructor(
    readonly course: Omit<CourseCreated['data'], 'courseId' | 'code' | 'memberIds'> & {
      readonly memberIds: readonly string[];
    },
    readonly context: CommandContext,
  ) {
    super();
  }
}
