import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/auth/actor.js';
import { DomainError, notFound } from '../../../platform/domain-error.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { type AppendResult, EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { Progress } from '../../../platform/eventsourcing/projecting/progress.js';
import { courseStream } from '../course.stream.js';
import { ClassOfAttemptCache } from '../class-of-attempt.cache.js';
import { isStaffOf } from '../course.policy.js';
import { CourseQuery } from '../course.query.js';
import { membershipStream } from '../membership.stream.js';
import { studentByStreams } from '../roster-by-streams.js';
import { endedClass } from '../running-class.js';

/** Command by which a student leaves a course, or its staff removes the student. Returns undefined for a non-member. */
export class LeaveCourse {
  constructor(
    readonly courseId: string,
    readonly userId: string,
    readonly actor: Actor,
    readonly context: CommandContext,
  ) {}
}

@Injectable()
export class LeaveCourseHandler {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly commands: Commands,
    private readonly courses: CourseQuery,
    private readonly progress: Progress,
    private readonly classes: ClassOfAttemptCache,
  ) {}

  async execute({ courseId, userId, actor, context }: LeaveCourse): Promise<AppendResult | undefined> {
    const [course, membership] = await Promise.all([
      courseStream.of(courseId).read(this.store),
      membershipStream.of(courseId, userId).read(this.store),
    ]);
    const { member, classes } = studentByStreams(userId, course, membership);
    const isOrWasMember = member || classes.size > 0 || membership.length > 0;
    const isDeleted = course.some(({ type }) => type === 'CourseDeleted');
    const mayRemove = (actor.userId === userId && isOrWasMember) || (await this.isStaff(actor, courseId));
    if (isDeleted || !mayRemove) throw notFound('The course');
    if (!member) {
      const ended = endedClass(course, context.metadata.occurredAt);
      if (ended && classes.has(ended.sessionId) && actor.userId !== userId) throw rosterIsFinal();
      return undefined;
    }
    // Runs before the event is recorded: after the removal is confirmed, this node must not accept another result.
    this.classes.removeFrom(classes, userId);
    const command = { type: 'LeaveCourse', courseId, userId, belongs: true } as const;
    return (await this.commands.handle(membershipStream.of(courseId, userId), command, context)).appended;
  }

  private async isStaff(actor: Actor, courseId: string): Promise<boolean> {
    const isMember = async (): Promise<boolean> => {
      const course = await this.courses.findCourse(courseId);
      return course !== null && isStaffOf(actor, course);
    };
    if (await isMember()) return true;
    await this.progress.catchUp();
    return isMember();
  }
}

const rosterIsFinal = (): DomainError =>
  new DomainError(
    'CLASS_ENDED',
    'The class has ended, so its roster is final. Resume the class to remove this student.',
  );
