import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Id } from '../../contracts/primitives.contract.js';
import type { Actor } from '../../platform/auth/actor.js';
import { type LiveRead, type LiveTopicDefinition, LiveTopics } from '../../platform/live/live-topic.js';
import { ReadModelPlace } from '../../platform/eventsourcing/projecting/read-model-place.js';
import { ClassWatchersQuery } from './class-watchers.query.js';
import { CourseQuery } from './course.query.js';

/** Topic `class`: one class as GET /api/sessions/{id} tells it, without the course code. */
@Injectable()
export class ClassLive implements LiveTopicDefinition, OnModuleInit {
  readonly topic = 'class';
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
    return Id.safeParse(id).success && (await this.watchers.standing(actor, id)) ? 'member' : null;
  }

  changeIdOf(id: string): string {
    return id;
  }

  async read(id: string): Promise<LiveRead> {
    const place = await this.place.read(['courses']);
    const found = await this.courses.findClass(id);
    return { ...place, rows: [{ key: 'snapshot', sequence: place.sequence, value: found?.session ?? null }] };
  }
}
