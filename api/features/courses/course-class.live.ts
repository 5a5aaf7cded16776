import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CourseClass } from '../../contracts/live.contract.js';
import { Id } from '../../contracts/primitives.contract.js';
import type { Actor } from '../../platform/auth/actor.js';
import { ReadModelPlace } from '../../platform/eventsourcing/projecting/read-model-place.js';
import { type LiveRead, type LiveTopicDefinition, LiveTopics } from '../../platform/live/live-topic.js';
import { ClassWatchersQuery } from './class-watchers.query.js';
import { CourseQuery } from './course.query.js';

/** Topic `course-class`: the running class of a course, for its members. They know it before any class has an id. */
@Injectable()
export class CourseClassLive implements LiveTopicDefinition, OnModuleInit {
  readonly topic = 'course-class';
  readonly kind = 'snapshot';

  constructor(
    private readonly topics: LiveTopics,
    private readonly courses: CourseQuery,
    private readonly watchers: ClassWatchersQuery,
    private readonly place: ReadModelPlace,
  ) {}

  onModuleInit(): void {
    this.topics.register(this);
  }

  async audienceOf(actor: Actor, id: string): Promise<string | null> {
    return Id.safeParse(id).success && (await this.watchers.isMember(actor, id)) ? 'member' : null;
  }

  changeIdOf(id: string): string {
    return id;
  }

  async read(id: string): Promise<LiveRead> {
    const place = await this.place.read(['courses']);
    const classes = (await this.courses.listClasses([id])).get(id) ?? [];
    const running = classes.find(({ startDate, endDate }) => startDate !== null && endDate === null);
    const value: CourseClass = { sessionId: running?.id ?? null };
    return { ...place, rows: [{ key: 'snapshot', sequence: place.sequence, value }] };
  }
}
