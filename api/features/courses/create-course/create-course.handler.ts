import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '../../../platform/domain-error.js';
import { Claims } from '../../../platform/eventsourcing/claims.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { courseDecider } from '../course.decider.js';
import { courseStream } from '../course.events.js';
import { newCourseCode } from './course-code.js';

const MAX_CODES_TRIED = 5;

/** A new course with a code of its own. Resolves to its id and code. */
export class CreateCourse extends Command<{ courseId: string; code: string }> {
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

@CommandHandler(CreateCourse)
export class CreateCourseHandler implements ICommandHandler<CreateCourse> {
  constructor(
    private readonly commands: Commands,
    private readonly claims: Claims,
  ) {}

  async execute({ course, context }: CreateCourse): Promise<{ courseId: string; code: string }> {
    const courseId = uuidv7();
    const code = await this.claimCode(courseId);
    await this.commands.handle(
      courseDecider,
      courseStream(courseId),
      { type: 'CreateCourse', courseId, code, ...course },
      context,
    );
    await this.claims.confirm(courseId);
    return { courseId, code };
  }

  private async claimCode(courseId: string): Promise<string> {
    for (let tried = 1; ; tried += 1) {
      const code = newCourseCode();
      const claim = {
        kind: 'course-code',
        value: code,
        field: 'Name',
        message: 'No free course code was found. Try again.',
      };
      try {
        await this.claims.reserve({ id: courseId, stream: courseStream(courseId) }, [claim]);
        return code;
      } catch (error) {
        if (!(error instanceof DomainError) || tried === MAX_CODES_TRIED) throw error;
      }
    }
  }
}
