import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '../../../platform/domain-error.js';
import { Claims } from '../../../platform/eventsourcing/claims.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { courseDecider } from '../course.decider.js';
import { courseStream } from '../course.events.js';
import { newCourseCode } from './course-code.js';
import { CreateCourse } from './create-course.command.js';

/** Of 887 million codes one is taken rarely, five in a row never. */
const MAX_CODES_TRIED = 5;

@CommandHandler(CreateCourse)
export class CreateCourseHandler implements ICommandHandler<CreateCourse> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly commands: Commands,
    private readonly claims: Claims,
  ) {}

  async execute({ course, context }: CreateCourse): Promise<{ courseId: string }> {
    const courseId = context.commandId;
    const owner = { id: courseId, stream: courseStream(courseId) };
    // A repeat must not claim a second code.
    if ((await this.store.readStream(owner.stream)).length > 0) return { courseId };
    for (let tried = 1; ; tried += 1) {
      const code = newCourseCode();
      const claim = {
        kind: 'course-code',
        value: code,
        field: 'Name',
        message: 'No free course code was found. Try again.',
      };
      try {
        await this.claims.during(owner, [claim], () =>
          this.commands.handle(
            courseDecider,
            owner.stream,
            { type: 'CreateCourse', courseId, code, ...course },
            context,
          ),
        );
        return { courseId };
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== 'ALREADY_TAKEN' || tried === MAX_CODES_TRIED) throw error;
      }
    }
  }
}
