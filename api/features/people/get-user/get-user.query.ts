import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { toMoment } from '../../../contracts/primitives.contract.js';
import type { User } from '../../../contracts/user.contract.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { POOL } from '../../../platform/database/pool.js';
import { findLastJoin } from '../../courses/last-join.query.js';
import { findPerson } from '../people.query.js';
import { maySeeUser } from '../user.policy.js';

/** The user, or null for whom the caller may not see as for whom nobody knows (decisions U4). */
export class GetUser extends Query<User | null> {
  constructor(
    readonly actor: Actor,
    readonly userId: string,
  ) {
    super();
  }
}

@QueryHandler(GetUser)
export class GetUserHandler implements IQueryHandler<GetUser> {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async execute({ actor, userId }: GetUser): Promise<User | null> {
    const person = await findPerson(this.pool, userId);
    if (!person || !maySeeUser(actor, person)) return null;
    const [lastActive, lastJoin] = await Promise.all([this.lastActive(userId), findLastJoin(this.pool, userId)]);
    const { id, username, email, firstName, lastName, rankTitle, role, enabled } = person;
    return {
      id,
      username,
      email,
      firstName,
      lastName,
      rankTitle,
      roles: [role],
      organizationId: person.organizationId,
      organizationName: person.organizationName,
      enabled,
      lastActive,
      lastJoinedSessionID: lastJoin?.sessionId ?? null,
      lastJoinedGroupName: lastJoin?.courseName ?? null,
      lastGroupSelectionId: null,
      resetPasswordPending: false,
    };
  }

  private async lastActive(userId: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ active_at: Date }>(
      'select active_at from plain.last_active where user_id = $1',
      [userId],
    );
    return rows[0] ? toMoment(rows[0].active_at) : null;
  }
}
