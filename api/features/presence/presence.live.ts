import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Id } from '../../contracts/primitives.contract.js';
import type { Actor } from '../../platform/auth/actor.js';
import { type LiveRead, type LiveTopicDefinition, LiveTopics } from '../../platform/live/live-topic.js';
import { ClassWatchersQuery } from '../courses/class-watchers.query.js';
import { PresenceTable } from './presence-table.js';

/** The table is no read model and never rebuilt. */
const GENERATION = 1;

/** Topic `presence`: where the students of a class are, for its staff. */
@Injectable()
export class PresenceLive implements LiveTopicDefinition, OnModuleInit {
  readonly topic = 'presence';
  readonly kind = 'presence';

  constructor(
    private readonly topics: LiveTopics,
    private readonly watchers: ClassWatchersQuery,
    private readonly table: PresenceTable,
  ) {}

  onModuleInit(): void {
    this.topics.register(this);
  }

  async audienceOf(actor: Actor, id: string): Promise<string | null> {
    return Id.safeParse(id).success && (await this.watchers.standing(actor, id)) === 'staff' ? 'staff' : null;
  }

  changeIdOf(id: string): string {
    return id;
  }

  async read(id: string): Promise<LiveRead> {
    const { now, rows } = await this.table.read(id);
    return {
      sequence: now,
      generation: GENERATION,
      rows: rows.map(({ userId, presence }) => ({ key: userId, sequence: now, value: presence })),
    };
  }
}
