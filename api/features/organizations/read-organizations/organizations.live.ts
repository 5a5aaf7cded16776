import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '../../../platform/auth/actor.js';
import { type LiveRead, type LiveTopicDefinition, LiveTopics } from '../../../platform/live/live-topic.js';
import { OrganizationsQuery } from './organizations.query.js';

/** Topic `organizations`, id `all`: the list as GET /api/organizations has it, for system admins. */
@Injectable()
export class OrganizationsLive implements LiveTopicDefinition, OnModuleInit {
  readonly topic = 'organizations';
  readonly kind = 'rows';

  constructor(
    private readonly topics: LiveTopics,
    private readonly organizations: OrganizationsQuery,
  ) {}

  onModuleInit(): void {
    this.topics.register(this);
  }

  async audienceOf(actor: Actor, id: string): Promise<string | null> {
    return id === 'all' && actor.roles.includes('SystemAdmin') ? 'system-admin' : null;
  }

  changeIdOf(id: string): string {
    return id;
  }

  read(_id: string, _audience: string, since: number): Promise<LiveRead> {
    return this.organizations.changedSince(since);
  }
}
