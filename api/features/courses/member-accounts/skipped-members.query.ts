import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Member } from '../../../contracts/user.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import { DomainError } from '../../../platform/domain-error.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import type { RecordedEvent } from '../../../platform/eventsourcing/message.js';
import { ReactorProgress } from '../../../platform/eventsourcing/projecting/reactor-progress.js';
import { listMembers } from '../../people/people.query.js';
import { foldUsers } from '../../people/user-by-stream.query.js';
import { type CourseEvent, courseStream } from '../course.events.js';
import { CourseQuery } from '../course.query.js';
import { runningClass } from '../running-class.js';
import { MEMBER_ACCOUNTS } from './member-accounts.js';

/** Well within the time a client waits for an answer. */
const ENABLED_WITHIN_MS = 3_000;

/** Of the class that was resumed: who is still disabled because it had ended (decisions C11). */
@Injectable()
export class SkippedMembersQuery {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly courses: CourseQuery,
    private readonly reactions: ReactorProgress,
  ) {}

  /**
   * By username; [] when no class runs that has ended before.
   * @throws DomainError 503 while the accounts are still being enabled.
   */
  async find(courseId: string, now: string): Promise<Member[]> {
    const past = (await this.store.readStream(courseStream(courseId))) as unknown as RecordedEvent<CourseEvent>[];
    const sessionId = runningClass(past, now)?.sessionId;
    const resumed = past.findLast(({ type, data }) => type === 'ClassResumed' && data.sessionId === sessionId);
    if (!sessionId || !resumed) return [];
    if (!(await this.reactions.waitFor(MEMBER_ACCOUNTS, resumed.position, ENABLED_WITHIN_MS))) {
      throw new DomainError('UNAVAILABLE', 'Accounts are still being enabled. Try again.', 503, undefined, 2);
    }
    const people = await foldUsers(this.store, await this.courses.listRoster(sessionId));
    const skipped = people.filter(({ status, disabledBy }) => status === 'disabled' && disabledBy === sessionId);
    return listMembers(
      this.pool,
      skipped.map(({ userId }) => userId),
    );
  }
}
