import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE, type EventStore } from '../../platform/eventsourcing/event-store.js';
import { courseDecider, type Course } from './course.decider.js';
import { type CourseEvent, courseStream } from './course.events.js';

/** The class of a course that runs or ran last, by the course's stream and the clock. */
@Injectable()
export class LatestClassQuery {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  /** `now` in ISO 8601; null when no class has started yet, or the course is gone. */
  async find(courseId: string, now: string): Promise<string | null> {
    const past = (await this.store.readStream(courseStream(courseId))) as unknown as readonly CourseEvent[];
    const course = past.reduce<Course>(courseDecider.evolve, courseDecider.initialState);
    const due = courseDecider.decide({ type: 'SettleDue', now }, course);
    const settled = due.reduce<Course>(courseDecider.evolve, course);
    return settled.status === 'open' ? ((settled.active ?? settled.last)?.sessionId ?? null) : null;
  }
}
