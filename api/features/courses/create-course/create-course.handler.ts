import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '../../../platform/domain-error.js';
import { Claims } from '../../../platform/eventsourcing/claims.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { compensationOf } from '../../../platform/eventsourcing/system-context.js';
import { courseStream } from '../course.stream.js';
import { newCourseCode } from './course-code.js';
import { CreateCourse, type CreatedCourse } from './create-course.command.js';

/** Maximum attempts to claim a code. There are 887 million codes, so five collisions in a row practically never occur. */
const MAX_CODES_TRIED = 5;

@CommandHandler(CreateCourse)
export class CreateCourseHandler implements ICommandHandler<CreateCourse> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly commands: Commands,
    private readonly claims: Claims,
  ) {}

  async execute({ course, context }: CreateCourse): Promise<CreatedCourse> {
    const courseId = context.commandId;
    const stream = courseStream.of(courseId);
    const owner = { id: courseId, stream: stream.name };
    for (let tried = 1; ; tried += 1) {
      // A repeated command must not claim a second code.
      const created = await this.find(courseId);
      if (created) return assertSame(created, course);
      const code = newCourseCode();
      const claim = {
        kind: 'course-code',
        value: code,
        field: 'Name',
        message: 'No free course code was found. Try again.',
      };
      try {
        const command = { type: 'CreateCourse', courseId, code, ...course } as const;
        const deletion = { type: 'DeleteCourse', now: context.metadata.occurredAt } as const;
        await this.claims.withClaims(
          owner,
          [claim],
          (held) => this.commands.handle(stream, command, context, held),
          () => this.commands.handle(stream, deletion, compensationOf(context)),
        );
      } catch (error) {
        const isTaken = error instanceof DomainError && error.code === 'ALREADY_TAKEN';
        // A course that lost its code after it was created has been deleted again.
        if (!isTaken || tried === MAX_CODES_TRIED || (await this.find(courseId))) throw error;
      }
    }
  }

  private async find(courseId: string): Promise<CreatedCourse | null> {
    const [created] = await courseStream.of(courseId).read(this.store);
    return created?.type === 'CourseCreated' ? { courseId, course: created.data, appended: created } : null;
  }
}

/** @throws DomainError IDEMPOTENCY_KEY_REUSED when the course was created with another request. */
function assertSame(created: CreatedCourse, asked: CreateCourse['course']): CreatedCourse {
  const { name, ownerId, caption, memberIds } = created.course;
  const isSame =
    name === asked.name &&
    ownerId === asked.ownerId &&
    caption === asked.caption &&
    memberIds.toSorted().join() === asked.memberIds.toSorted().join();
  if (isSame) return created;
  throw new DomainError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another course.', 422);
}
