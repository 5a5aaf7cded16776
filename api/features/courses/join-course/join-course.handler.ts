import { Inject, Injectable } from '@nestjs/common';
import type { JoinCourseResponse } from '../../../contracts/group.contract.js';
import { toMoment } from '../../../contracts/primitives.contract.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { DomainError } from '../../../platform/domain-error.js';
import { Claims } from '../../../platform/eventsourcing/claims.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { RequestContext } from '../../../platform/http/request-context.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import type { RecordedEvent } from '../../../platform/eventsourcing/message.js';
import { Progress } from '../../../platform/eventsourcing/projecting/progress.js';
import { systemContext } from '../../../platform/eventsourcing/system-context.js';
import { courseStream } from '../course.stream.js';
import type { CourseEvent } from '../course.events.js';
import { userByStream } from '../../people/user-by-stream.query.js';
import { assertPaid } from '../../organizations/paid-organization.policy.js';
import { mayJoin } from '../course.policy.js';
import { CourseQuery, type CourseSummary } from '../course.query.js';
import { dueAfter, runningClass } from '../running-class.js';
import { membershipStream } from '../membership.stream.js';
import { studentByStreams } from '../roster-by-streams.js';
import { WrongCodes } from './wrong-codes.js';

/** Command to join a course, and its running class, by course code. */
export class JoinCourse {
  constructor(
    readonly code: string,
    readonly actor: Actor,
    readonly context: RequestContext,
  ) {}
}

@Injectable()
export class JoinCourseHandler {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly commands: Commands,
    private readonly courses: CourseQuery,
    private readonly wrongCodes: WrongCodes,
    private readonly claims: Claims,
    private readonly progress: Progress,
  ) {}

  async execute({ code, actor, context }: JoinCourse): Promise<JoinCourseResponse> {
    const course = await this.courseOf(code.replaceAll(/[\s-]/g, ''), actor.userId);
    if (!mayJoin(actor, course)) throw otherOrganization();
    const { courseId, name } = course;
    // Reads the streams, because a class that has just started or ended, and a move, must take effect.
    const ownMembership = membershipStream.of(courseId, actor.userId);
    const [past, membership, found] = await Promise.all([
      this.settledCourse(courseId, context.now),
      ownMembership.read(this.store),
      userByStream(this.store, actor.userId),
    ]);
    if (found && !mayJoin({ ...actor, organizationId: found.user.organizationId }, course)) throw otherOrganization();
    if (past.some(({ type }) => type === 'CourseDeleted')) throw unknownCode();
    const active = runningClass(past, context.metadata.occurredAt);
    const { member, classes } = studentByStreams(actor.userId, past, membership);
    // A running class of an unpaid organization continues for its roster. Any other join would begin something new.
    if (!active || !classes.has(active.sessionId)) await assertPaid(this.store, course.organizationId);
    const { appended } = await this.commands.handle(
      ownMembership,
      { type: 'JoinCourse', courseId, userId: actor.userId, sessionId: active?.sessionId ?? null, member },
      context,
    );
    context.recordPosition(appended);
    return {
      group: { id: courseId, name },
      session: active?.startedAt
        ? { id: active.sessionId, name: active.name, startDate: toMoment(new Date(active.startedAt)) }
        : null,
    };
  }

  /**
   * Returns the course's events after recording a due end. If the end were recorded after the join, it would remove the
   * student again.
   */
  private async settledCourse(courseId: string, now: Date): Promise<readonly RecordedEvent<CourseEvent>[]> {
    const stream = courseStream.of(courseId);
    const past = await stream.read(this.store);
    if (dueAfter(past, now.toISOString()).length === 0) return past;
    const command = { type: 'SettleDue', now: now.toISOString() } as const;
    await this.commands.handle(stream, command, systemContext(now));
    return stream.read(this.store);
  }

  private async courseOf(code: string, userId: string): Promise<CourseSummary> {
    const guess = await this.wrongCodes.consume(userId);
    const known = await this.courses.findByCode(code);
    if (known?.deleted || (!known && (await this.claims.ownerOf('course-code', code)) === null)) {
      await this.wrongCodes.sweep();
      throw unknownCode();
    }
    await this.wrongCodes.refund(guess);
    if (known) return known;
    // The code is claimed, so the read model may not contain the new course yet.
    await this.progress.catchUp();
    const course = await this.courses.findByCode(code);
    if (!course || course.deleted) throw unknownCode();
    return course;
  }
}

const otherOrganization = (): DomainError =>
  new DomainError('OTHER_ORGANIZATION', 'This course belongs to another organization.', 403);

function unknownCode(): DomainError {
  const message = 'No course uses this access code.';
  return new DomainError('UNKNOWN_COURSE_CODE', message, 400, { AccessCode: [message] });
}
