import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Id } from '../../../contracts/primitives.contract.js';
import { DomainError, notFound } from '../../../platform/domain-error.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { type AppendResult, EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { userByStream } from '../../people/user-by-stream.query.js';
import { EnableAfterClass } from '../../people/user-administration/with-class/with-class.commands.js';
import { courseStream } from '../course.stream.js';
import { type ClassWithCourse, CourseQuery, type CourseSummary } from '../course.query.js';
import { membershipStream } from '../membership.stream.js';
import { studentByStreams } from '../roster-by-streams.js';

/**
 * Command by which staff enables a student whom the end of a class has disabled. Returns undefined for an enabled account.
 */
export class EnableMember {
  constructor(
    readonly course: CourseSummary,
    readonly userId: string,
    readonly context: CommandContext,
  ) {}
}

@Injectable()
export class EnableMemberHandler {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly courses: CourseQuery,
    private readonly commandBus: CommandBus,
  ) {}

  /**
   * @throws DomainError 404 for a person outside the course, 403 unless a class disabled the account, USER_LIMIT_REACHED.
   */
  async execute({ course, userId, context }: EnableMember): Promise<AppendResult | undefined> {
    const user = (await userByStream(this.store, userId))?.user;
    if (!user || !(await this.isMember(course.courseId, userId))) throw notFound('The student');
    if (user.disabledBy === null) return undefined;
    const ended = await this.findClass(user.disabledBy);
    if (!ended || !mayEnableAfter(ended, course)) throw notByClass();
    const { organizationId } = ended.course;
    const command = new EnableAfterClass(userId, { sessionId: ended.session.id, organizationId }, context);
    return this.commandBus.execute(command);
  }

  private async isMember(courseId: string, userId: string): Promise<boolean> {
    const [course, membership] = await Promise.all([
      courseStream.of(courseId).read(this.store),
      membershipStream.of(courseId, userId).read(this.store),
    ]);
    return studentByStreams(userId, course, membership).member;
  }

  private async findClass(cause: string): Promise<ClassWithCourse | null> {
    return Id.safeParse(cause).success ? this.courses.findClass(cause) : null;
  }
}

/** True when the class that disabled the account belongs to this course or to another course of the same organization. */
export const mayEnableAfter = (ended: ClassWithCourse, { courseId, organizationId }: CourseSummary): boolean =>
  ended.course.courseId === courseId || (organizationId !== null && ended.course.organizationId === organizationId);

const notByClass = (): DomainError =>
  new DomainError('FORBIDDEN', 'The account was not disabled by a class. Ask an administrator to enable it.', 403);
