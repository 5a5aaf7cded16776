import { Command } from '@nestjs/cqrs';

/** Stores the course that a person selected, for all of their devices. The caller checks that the course is visible to them. */
export class RememberCourse extends Command<void> {
  constructor(
    readonly userId: string,
    readonly courseId: string,
  ) {
    super();
  }
}
