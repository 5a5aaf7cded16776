import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import {
  type BasicUser,
  type Member,
  type User,
  UsersQuery,
  type UserStats,
  UserStatsQuery,
} from '../../../../contracts/user.contract.js';
import { Roles, STAFF } from '../../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../../platform/auth/actor.js';
import { POOL } from '../../../../platform/database/pool.js';
import { notFound } from '../../../../platform/domain-error.js';
import { ReadModelPositions } from '../../../../platform/eventsourcing/projecting/read-model-positions.js';
import { CurrentActor } from '../../../../platform/http/request-context.js';
import { scopeOfList, type UserScope } from '../../user.policy.js';
import { type Searched, USERS_PROJECTIONS, UsersQueries, userStats } from './users.query.js';

/** Routes of user lists (docs/rules.md#lists-of-users). Watchers of topic `users` start at the position in the headers. */
@Controller('users')
export class UsersController {
  constructor(
    private readonly users: UsersQueries,
    private readonly positions: ReadModelPositions,
    @Inject(POOL) private readonly pool: Pool,
  ) {}

  @Get()
  @Roles(...STAFF)
  async list(
    @Query({ schema: UsersQuery }) query: UsersQuery,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BasicUser[] | Member[]> {
    if (actor.role !== 'Instructor') return (await this.read(query, actor, reply)).map(toBasicUser);
    // Another order, or a search in e-mail addresses, would reveal fields that instructors do not receive.
    return (await this.read({ ...query, sort: 'username' }, actor, reply, 'names')).map(toMember);
  }

  @Get('admin-detailed')
  @Roles('SystemAdmin', 'OrganizationAdmin')
  detailed(
    @Query({ schema: UsersQuery }) query: UsersQuery,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<User[]> {
    return this.read(query, actor, reply);
  }

  @Get('stats')
  @Roles('SystemAdmin', 'OrganizationAdmin')
  async stats(
    @Query({ schema: UserStatsQuery }) { orgId }: UserStatsQuery,
    @CurrentActor() actor: Actor,
  ): Promise<UserStats> {
    const scope = scopeOrNotFound(actor, orgId);
    if (scope.kind === 'none') return { activeUsers: 0, userLimit: 0, numberOfAdmins: 0 };
    return userStats(this.pool, scope.kind === 'all' ? null : scope.organizationId);
  }

  private async read(query: UsersQuery, actor: Actor, reply: FastifyReply, searched?: Searched): Promise<User[]> {
    const scope = scopeOrNotFound(actor, query.orgId);
    const { sequence, generation } = await this.positions.read(USERS_PROJECTIONS);
    const { users, total } = await this.users.list(scope, query, searched);
    void reply
      .header('x-total-count', String(total))
      .header('x-live-sequence', String(sequence))
      .header('x-live-generation', String(generation));
    return users;
  }
}

function scopeOrNotFound(actor: Actor, orgId: string | undefined): UserScope {
  const scope = scopeOfList(actor, orgId);
  if (!scope) throw notFound('The organization');
  return scope;
}

const toMember = ({ id, username, firstName, lastName, enabled }: User): Member => ({
  id,
  username,
  firstName,
  lastName,
  enabled,
});

const toBasicUser = (user: User): BasicUser => {
  const { id, username, email, firstName, lastName, rankTitle, roles, organizationId, enabled } = user;
  return { id, username, email, firstName, lastName, rankTitle, roles, organizationId, enabled };
};
