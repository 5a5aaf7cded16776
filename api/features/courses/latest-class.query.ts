import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE, type EventStore } from '../../platform/eventsourcing/event-store.js';
import { courseStream } from './course.stream.js';

/** Finds the running or the newest ended class of a course, from the course's stream and the clock. */
@Injectable()
export class LatestClassQuery {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  /** Returns the id of the class, or null when no class has started or the course is deleted. `now` is in ISO 8601. */
  async find(courseId: string, now: string): Promise<string | null> {
    const past = await courseStream.of(courseId).read(this.store);
    const due = courseStream.decide({ type: 'SettleDue', now }, courseStream.fold(past));
    const settled = courseStream.fold([...past, ...due]);
    return settled.status === 'open' ? ((settled.active ?? settled.last)?.sessionId ?? null) : null;
  }
}
