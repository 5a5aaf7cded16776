import { Command } from '@nestjs/cqrs';

/** Makes a course the one a person has selected, on all of their devices. The caller checks that they may see it. */
export class RememberCourse extends Command<void> {
  constructor(
    readonly userId: string,
    readonly courseId: string,
  ) {
    super();
  }
}
