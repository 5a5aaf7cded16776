import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../../platform/database/pool.js';
import { DomainError } from '../../../platform/domain-error.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { comparePositions, type RecordedEvent } from '../../../platform/eventsourcing/message.js';
import { Progress } from '../../../platform/eventsourcing/projecting/progress.js';
import { ReactorRegistry } from '../../../platform/eventsourcing/projecting/reactor-registry.js';
import type { Reactor } from '../../../platform/eventsourcing/projecting/reactor.js';
import { contextAfter } from '../../../platform/eventsourcing/system-context.js';
import { foldUsers } from '../../people/user-by-stream.query.js';
import type { UserMovedToOrganization } from '../../people/user.events.js';
import type { CourseCreated } from '../course.events.js';
import { courseStream } from '../course.stream.js';
import type { StudentJoined } from '../membership.events.js';
import { membershipStream } from '../membership.stream.js';
import { studentByStreams } from '../roster-by-streams.js';

const READ_MODELS_WITHIN_MS = 5_000;

/**
 * Ends a person's memberships in the courses of an organization when the person moves out of it. The gradebooks keep the
 * results. The person loses access to these courses, and their staff loses access to the person. A membership that is
 * recorded after the move, by a request that checked the organization before it, ends too.
 */
@Injectable()
export class MovedMembers {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly commands: Commands,
    private readonly progress: Progress,
    reactors: ReactorRegistry,
  ) {
    const reactor: Reactor<UserMovedToOrganization | CourseCreated | StudentJoined> = {
      name: 'moved-members',
      handles: ['UserMovedToOrganization', 'CourseCreated', 'StudentJoined'],
      react: (event) => this.react(event),
    };
    reactors.register(reactor);
  }

  /**
   * Safe to run again, even much later: a person who rejoins a course after the move stays in it.
   * @throws DomainError 503 when the read model is too far behind.
   */
  async react(event: RecordedEvent<UserMovedToOrganization | CourseCreated | StudentJoined>): Promise<void> {
    switch (event.type) {
      case 'UserMovedToOrganization':
        return this.afterMove(event);
      case 'CourseCreated':
        return this.afterEntry(event, event.data.memberIds, event.data.organizationId);
      case 'StudentJoined':
        return this.afterEntry(event, [event.data.userId], await this.organizationOf(event.data.courseId));
    }
  }

  private async afterMove(event: RecordedEvent<UserMovedToOrganization>): Promise<void> {
    const { userId, from } = event.data;
    if (from === null) return;
    if (!(await this.progress.waitFor(event.position, READ_MODELS_WITHIN_MS))) {
      throw new DomainError('UNAVAILABLE', 'The rosters are being updated. Try again in a moment.', 503);
    }
    for (const courseId of await this.coursesOf(userId, from)) await this.leave(courseId, userId, event);
  }

  /** Ends memberships of users who belonged to another organization when the event made them members. */
  private async afterEntry(
    event: RecordedEvent<CourseCreated | StudentJoined>,
    userIds: readonly string[],
    organizationId: string | null,
  ): Promise<void> {
    for (const user of await foldUsers(this.store, userIds, event.position)) {
      const isOwn = user.organizationId === null || user.organizationId === organizationId;
      if (!isOwn && user.role !== 'SystemAdmin') await this.leave(event.data.courseId, user.userId, event);
    }
  }

  private async leave(courseId: string, userId: string, event: RecordedEvent): Promise<void> {
    if (!(await this.mustLeave(courseId, userId, event))) return;
    const command = { type: 'LeaveCourse', courseId, userId, belongs: true, cause: 'moved' } as const;
    await this.commands.handle(membershipStream.of(courseId, userId), command, contextAfter(event));
  }

  /** Returns false for a membership that began after the event. If that was too late, the event of its beginning ends it. */
  private async mustLeave(courseId: string, userId: string, { position }: RecordedEvent): Promise<boolean> {
    const [course, membership] = await Promise.all([
      courseStream.of(courseId).read(this.store),
      membershipStream.of(courseId, userId).read(this.store),
    ]);
    const isLater = (other: RecordedEvent): boolean => comparePositions(other.position, position) > 0;
    if (course.every(isLater) || membership.some((other) => other.type === 'StudentJoined' && isLater(other))) {
      return false;
    }
    const { member, classes } = studentByStreams(userId, course, membership);
    return member || classes.size > 0;
  }

  private async organizationOf(courseId: string): Promise<string | null> {
    const past = await courseStream.of(courseId).read(this.store);
    const created = past.find((event): event is RecordedEvent<CourseCreated> => event.type === 'CourseCreated');
    return created?.data.organizationId ?? null;
  }

  private async coursesOf(userId: string, organizationId: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ course_id: string }>(
      `select c.course_id from read.courses c
       where c.organization_id = $2 and c.course_id in (
         select course_id from read.members where user_id = $1
         union select course_id from read.rosters where user_id = $1 and removed_at is null and moved_at is null)
       order by c.course_id`,
      [userId, organizationId],
    );
    return rows.map((row) => row.course_id);
  }
}
