import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { User } from '../../../../contracts/user.contract.js';
import type { Actor } from '../../../../platform/auth/actor.js';
import { POOL } from '../../../../platform/database/pool.js';
import { isStaffOfSharedCourse } from '../../../courses/course-access.policy.js';
import { UsersQueries } from '../list-users/users.query.js';
import { userAccess } from '../../user.policy.js';

/** Query of one user (docs/rules.md#lists-of-users). */
@Injectable()
export class GetUserQuery {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly users: UsersQueries,
  ) {}

  /** Returns the user; null for an unknown user and for one that the caller is not allowed to see. */
  async find(actor: Actor, userId: string): Promise<User | null> {
    const user = await this.users.find(userId);
    if (!user) return null;
    const subject = { id: userId, organizationId: user.organizationId, role: user.roles[0]! };
    if (userAccess(actor, 'see', subject) === 'allowed') return user;
    return (await isStaffOfSharedCourse(this.pool, actor, userId)) ? withoutPrivate(user) : null;
  }
}

/** The fields of a student that staff may see (docs/rules.md#what-instructors-see-of-users). */
const withoutPrivate = (user: User): User => ({
  ...user,
  email: '',
  lastActive: null,
  lastJoinedSessionID: null,
  lastJoinedGroupName: null,
  lastGroupSelectionId: null,
  resetPasswordPending: false,
});
