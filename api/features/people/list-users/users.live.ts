import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Id } from '../../../contracts/primitives.contract.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { ReadModelPlace } from '../../../platform/eventsourcing/projecting/read-model-place.js';
import { type LiveRead, type LiveTopicDefinition, LiveTopics } from '../../../platform/live/live-topic.js';
import { scopeOfList } from '../user-scope.query.js';
import { USERS_PROJECTIONS } from './users-projections.js';
import { UsersQueries } from './users.query.js';

const EVERYBODY = 'all';
const ROWS_AT_ONCE = 1_000;

/** Topic `users`: of an organization or `all`, each user as GET /api/users/admin-detailed gives them. */
@Injectable()
export class UsersLive implements LiveTopicDefinition, OnModuleInit {
  readonly topic = 'users';
  readonly kind = 'rows';

  constructor(
    private readonly topics: LiveTopics,
    private readonly users: UsersQueries,
    private readonly place: ReadModelPlace,
  ) {}

  onModuleInit(): void {
    this.topics.register(this);
  }

  async audienceOf(actor: Actor, id: string): Promise<string | null> {
    if (actor.role !== 'SystemAdmin' && actor.role !== 'OrganizationAdmin') return null;
    if (id === EVERYBODY) return actor.role === 'SystemAdmin' ? 'admins' : null;
    return Id.safeParse(id).success && scopeOfList(actor, id) ? 'admins' : null;
  }

  changeIdOf(id: string): string {
    return id;
  }

  async read(id: string, _audience: string, since: number): Promise<LiveRead> {
    const { sequence, generation } = await this.place.read(USERS_PROJECTIONS);
    const changed = await this.users.changedSince(id === EVERYBODY ? null : id, since, ROWS_AT_ONCE);
    const rows = changed.map(({ id: key, sequence, user }) => ({ key, sequence, value: user }));
    const hasMore = rows.length === ROWS_AT_ONCE;
    return { sequence: hasMore ? rows.at(-1)!.sequence : sequence, generation, rows, hasMore };
  }
}
