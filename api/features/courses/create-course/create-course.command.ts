import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';

/** A new course whose id is the command's id, with a code of its own. Resolves to the id. */
export class CreateCourse extends Command<{ courseId: string }> {
  constructor(
    readonly course: {
      readonly name: string;
      readonly ownerId: string;
      readonly organizationId: string | null;
      readonly caption: string;
      readonly memberIds: readonly string[];
    },
    readonly context: CommandContext,
  ) {
    super();
  }
}
