import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { GradebookContent } from '../../contracts/gradebook.contract.js';
import { gradebookRows } from '../../contracts/gradebook-rows.rule.js';
import { Id } from '../../contracts/primitives.contract.js';
import type { Actor } from '../../platform/auth/actor.js';
import { type LiveRead, type LiveTopicDefinition, LiveTopics } from '../../platform/live/live-topic.js';
import { ClassWatchersQuery } from '../courses/class-watchers.query.js';
import { GradebookQuery } from './gradebook.query.js';

/** Topic `gradebook`: the rows of a class's gradebook, for its staff. */
@Injectable()
export class GradebookLive implements LiveTopicDefinition, OnModuleInit {
  readonly topic = 'gradebook';
  readonly kind = 'rows';

  constructor(
    private readonly topics: LiveTopics,
    private readonly watchers: ClassWatchersQuery,
    private readonly gradebook: GradebookQuery,
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

  async read(id: string, _audience: string, since: number): Promise<LiveRead> {
    const { sequence, generation, content } = await this.gradebook.read(id, since);
    return { sequence, generation, rows: gradebookRows(JSON.parse(`{${content}}`) as GradebookContent) };
  }
}
