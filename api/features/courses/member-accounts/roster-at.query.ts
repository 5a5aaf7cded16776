import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../../platform/database/pool.js';
import { DomainError } from '../../../platform/domain-error.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { comparePositions, type RecordedEvent } from '../../../platform/eventsourcing/message.js';
import { Progress } from '../../../platform/eventsourcing/projecting/progress.js';
import { readStreams } from '../../../platform/eventsourcing/read-streams.js';
import type { ClassEnded, ClassResumed } from '../course.events.js';
import { courseStream } from '../course.stream.js';
import { membershipStream } from '../membership.stream.js';
import { studentByStreams } from '../roster-by-streams.js';

const READ_MODELS_WITHIN_MS = 5_000;

/** The students of a class and the organization of its course. */
export interface RosterAt {
  readonly organizationId: string | null;
  readonly userIds: readonly string[];
}

/** Finds the roster of a class at one log position, even when queried much later. */
@Injectable()
export class RosterAtQuery {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly progress: Progress,
  ) {}

  /**
   * Returns the roster at the position of the event. The read model, once it has caught up with the event, supplies the
   * candidates; the streams decide.
   * @throws DomainError 503 when the read model is too far behind.
   */
  async find({ data, position }: RecordedEvent<ClassEnded | ClassResumed>): Promise<RosterAt> {
    const { courseId, sessionId } = data;
    if (!(await this.progress.waitFor(position, READ_MODELS_WITHIN_MS))) {
      throw new DomainError('UNAVAILABLE', 'The rosters are being updated. Try again in a moment.', 503);
    }
    const { rows } = await this.pool.query<{ user_id: string }>(
      'select user_id from read.rosters where session_id = $1 order by user_id',
      [sessionId],
    );
    const userIds = rows.map((row) => row.user_id);
    const [course, memberships] = await Promise.all([
      courseStream.of(courseId).read(this.store),
      readStreams(
        this.store,
        userIds.map((userId) => membershipStream.of(courseId, userId)),
      ),
    ]);
    const until = (event: RecordedEvent): boolean => comparePositions(event.position, position) <= 0;
    const courseUntil = course.filter(until);
    const created = courseUntil.find((event) => event.type === 'CourseCreated');
    const onRoster = userIds.filter((userId, index) =>
      studentByStreams(userId, courseUntil, memberships[index]!.filter(until)).classes.has(sessionId),
    );
    return { organizationId: created?.data.organizationId ?? null, userIds: onRoster };
  }
}
