import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { SkippedMember, SkippedReason } from '../../../contracts/group.contract.js';
import { Id } from '../../../contracts/primitives.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import { DomainError } from '../../../platform/domain-error.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { ReactorProgress } from '../../../platform/eventsourcing/projecting/reactor-progress.js';
import { listMembers } from '../../people/people.query.js';
import { foldUsers } from '../../people/user-by-stream.query.js';
import { courseStream } from '../course.stream.js';
import { type ClassWithCourse, CourseQuery, type CourseSummary } from '../course.query.js';
import { runningClass } from '../running-class.js';
import { mayEnableAfter } from './enable-member.handler.js';
import { MEMBER_ACCOUNTS } from './member-accounts.js';

/** Well below the time for which a client waits for a response. */
const ENABLED_WITHIN_MS = 3_000;

/** Finds the students of a resumed class whose accounts are still disabled, and why. */
@Injectable()
export class SkippedMembersQuery {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly courses: CourseQuery,
    private readonly reactions: ReactorProgress,
  ) {}

  /** Returns the students by username; [] when no resumed class runs. */
  async find(course: CourseSummary, now: string): Promise<SkippedMember[]> {
    const { courseId } = course;
    const past = await courseStream.of(courseId).read(this.store);
    const sessionId = runningClass(past, now)?.sessionId;
    const resumed = past.findLast(({ type, data }) => type === 'ClassResumed' && data.sessionId === sessionId);
    if (!sessionId || !resumed) return [];
    if (!(await this.reactions.waitFor(MEMBER_ACCOUNTS, resumed.position, ENABLED_WITHIN_MS))) {
      throw new DomainError('UNAVAILABLE', 'Accounts are still being enabled. Try again.', 503, undefined, 2);
    }
    const people = await foldUsers(this.store, await this.courses.listRoster(sessionId));
    const causes = new Map(
      people.flatMap(({ userId, status, disabledBy }) => (status === 'disabled' ? [[userId, disabledBy ?? '']] : [])),
    );
    const classes = await this.classesNamed([...causes.values()]);
    const members = await listMembers(this.pool, [...causes.keys()]);
    return members.map((member) => {
      const cause = causes.get(member.id)!;
      const ended = classes.get(cause);
      const mayEnable = ended !== undefined && mayEnableAfter(ended, course);
      const className = mayEnable && cause !== sessionId ? ended.session.name : null;
      return { ...member, enabled: false, reason: reasonOf(cause, sessionId), className, mayEnable };
    });
  }

  private async classesNamed(causes: readonly string[]): Promise<ReadonlyMap<string, ClassWithCourse>> {
    const ids = [...new Set(causes)].filter((cause) => Id.safeParse(cause).success);
    return new Map((await this.courses.findClasses(ids)).map((found) => [found.session.id, found]));
  }
}

function reasonOf(cause: string, sessionId: string): SkippedReason {
  if (cause === sessionId) return 'no-seat';
  if (cause === 'subscription') return 'subscription';
  return Id.safeParse(cause).success ? 'other-class' : 'administrator';
}
