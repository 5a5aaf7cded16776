import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE, type EventStore } from '../../platform/eventsourcing/event-store.js';
import { courseStream } from './course.stream.js';

/** The class of a course that runs or ran last, by the course's stream and the clock. */
@Injectable()
export class LatestClassQuery {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  /** `now` in ISO 8601; null when no class has started yet, or the course is gone. */
  async find(courseId: string, now: string): Promise<string | null> {
    const past = await courseStream.of(courseId).read(this.store);
    const due = courseStream.decide({ type: 'SettleDue', now }, courseStream.fold(past));
    const settled = courseStream.fold([...past, ...due]);
    return settled.status === 'open' ? ((settled.active ?? settled.last)?.sessionId ?? null) : null;
  }
}
