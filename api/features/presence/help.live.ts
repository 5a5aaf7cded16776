import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Id } from '../../contracts/primitives.contract.js';
import type { Actor } from '../../platform/auth/actor.js';
import { type LiveRead, type LiveTopicDefinition, LiveTopics } from '../../platform/live/live-topic.js';
import { ClassWatchersQuery } from '../courses/class-watchers.query.js';
import { HelpRequests } from './help-requests.js';

/** The table is not a read model and is never rebuilt. */
const GENERATION = 1;
const STAFF_AUDIENCE = 'staff';

/** Topic `help`: the open help requests of a class for its staff, a student's own request for that student. */
@Injectable()
export class HelpLive implements LiveTopicDefinition, OnModuleInit {
  readonly topic = 'help';
  readonly kind = 'presence';

  constructor(
    private readonly topics: LiveTopics,
    private readonly watchers: ClassWatchersQuery,
    private readonly requests: HelpRequests,
  ) {}

  onModuleInit(): void {
    this.topics.register(this);
  }

  /** The audience of a student is the student's id. */
  async audienceOf(actor: Actor, id: string): Promise<string | null> {
    const standing = Id.safeParse(id).success ? await this.watchers.standing(actor, id) : null;
    return standing === 'student' ? actor.userId : standing && STAFF_AUDIENCE;
  }

  changeIdOf(id: string): string {
    return id;
  }

  async read(id: string, audience: string): Promise<LiveRead> {
    const { now, rows } = await this.requests.read(id, audience === STAFF_AUDIENCE ? null : audience);
    return {
      sequence: now,
      generation: GENERATION,
      rows: rows.map(({ userId, request }) => ({ key: userId, sequence: now, value: request })),
    };
  }
}
