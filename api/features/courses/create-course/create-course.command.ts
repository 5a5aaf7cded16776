import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import type { CourseCreated } from '../course.events.js';

/** A course as it was created, by this command or by the one that this repeats, and where the log tells of it. */
export interface CreatedCourse {
  readonly courseId: string;
  readonly course: CourseCreated['data'];
  readonly appended: Pick<AppendResult, 'position'>;
}

/** A new course whose id is the command's id, with a code of its own. */
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
