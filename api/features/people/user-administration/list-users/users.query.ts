import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { toMoment } from '../../../../contracts/primitives.contract.js';
import type { Role } from '../../../../contracts/sign-in.contract.js';
import type { User, UsersQuery, UserStats } from '../../../../contracts/user.contract.js';
import { CLOCK, type Clock } from '../../../../platform/clock.js';
import { POOL } from '../../../../platform/database/pool.js';
import { searchText } from '../../person-row.js';
import type { UserScope } from '../../user.policy.js';

/** Read models behind a list of users. A rebuild of any of them makes clients load everything again. */
export const USERS_PROJECTIONS = ['people', 'organizations', 'courses', 'rosters'];

/** A page of users, with the total number on all pages. */
export interface UsersPage {
  readonly users: User[];
  readonly total: number;
}

/** All columns that administrators see of the people `p`, at the time `$1`. */
const USER_COLUMNS = `
  p.id, p.username, p.email, p.first_name, p.last_name, p.rank_title, p.role, p.organization_id, p.enabled,
  coalesce(p.reset_pending_until > $1, false) as reset_pending, o.name as organization_name, a.active_at,
  l.session_id as last_session_id, c.name as last_course_name, g.course_id as selected_course_id`;
const USER_JOINS = `
  left join read.organizations o on o.id = p.organization_id
  left join plain.last_active a on a.user_id = p.id
  left join read.last_joins l on l.user_id = p.id
  left join read.courses c on c.course_id = l.course_id
  left join plain.group_selections g on g.user_id = p.id`;

/** Sort keys of a list, with the joins they need. Rows with equal keys are sorted by username. */
const SORTS: Readonly<Record<UsersQuery['sort'], readonly [key: string, joins: string]>> = {
  username: ['lower(p.username)', ''],
  organization: ['lower(o.name)', 'left join read.organizations o on o.id = p.organization_id'],
  role: ['p.role', ''],
  lastActive: ['a.active_at', 'left join plain.last_active a on a.user_id = p.id'],
  lastJoinedCourse: [
    'lower(c.name)',
    'left join read.last_joins l on l.user_id = p.id left join read.courses c on c.course_id = l.course_id',
  ],
  // Order: enabled, then pending password resets, then disabled.
  status: ['case when not p.enabled then 2 when p.reset_pending_until > $1 then 1 else 0 end', ''],
};

/** Searched text. Callers who do not receive e-mail addresses must not find users by them. */
const SEARCHED = { everything: 'p.search', names: `lower(concat_ws(' ', p.username, p.first_name, p.last_name))` };
export type Searched = keyof typeof SEARCHED;

/** Condition for users of an organization, or of all when it is null, that contain every search word. */
const matching = (organizationId: string, patterns: string, searched: Searched): string =>
  `not p.deleted and (${organizationId}::uuid is null or p.organization_id = ${organizationId})
   and ${SEARCHED[searched]} like all (${patterns}::text[])`;

@Injectable()
export class UsersQueries {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(
    scope: UserScope,
    { sort, order, search, limit, offset }: UsersQuery,
    searched: Searched = 'everything',
  ): Promise<UsersPage> {
    if (scope.kind === 'none') return { users: [], total: 0 };
    const organizationId = scope.kind === 'all' ? null : scope.organizationId;
    const [key, joins] = SORTS[sort];
    const patterns = patternsOf(search ?? '');
    const [page, count] = await Promise.all([
      this.pool.query<UserRow>({
        name: `users-by-${sort}-${order}-${searched}`,
        text: `with page as (
                 select p.id, ${key} as key, lower(p.username) as name from read.people p ${joins} where ${matching('$2', '$3', searched)}
                 order by key ${order} nulls last, name, id limit $4 offset $5
               )
               select ${USER_COLUMNS} from page join read.people p using (id) ${USER_JOINS}
               order by page.key ${order} nulls last, page.name, page.id`,
        values: [this.clock.now(), organizationId, patterns, limit, offset],
      }),
      this.pool.query<{ total: number }>({
        name: `count-users-${searched}`,
        text: `select count(*)::integer as total from read.people p where ${matching('$1', '$2', searched)}`,
        values: [organizationId, patterns],
      }),
    ]);
    return { users: page.rows.map(toUser), total: count.rows[0]!.total };
  }

  /** Returns the user; null when unknown or deleted. The caller checks the tenant scope. */
  async find(userId: string): Promise<User | null> {
    const { rows } = await this.pool.query<UserRow>({
      name: 'find-user',
      text: `select ${USER_COLUMNS} from read.people p ${USER_JOINS} where p.id = $2 and not p.deleted`,
      values: [this.clock.now(), userId],
    });
    return rows[0] ? toUser(rows[0]) : null;
  }

  /** Returns users of an organization, or of all, that changed after `since`, oldest change first. `user` is null for those removed. */
  async changedSince(organizationId: string | null, since: number, limit: number): Promise<ChangedUser[]> {
    const { rows } = await this.pool.query<UserRow & { changed_at: string; gone: boolean }>({
      name: 'users-changed-since',
      text: `with changed as (
               select p.id, p.sequence, p.deleted as gone from read.people p
               where p.sequence > $3 and ($2::uuid is null or p.organization_id = $2) and ($3 > 0 or not p.deleted)
               union all
               select f.user_id, f.sequence, true from read.former_members f join read.people p on p.id = f.user_id
               where f.organization_id = $2 and f.sequence > $3 and $3 > 0 and p.organization_id is distinct from $2
               order by sequence limit $4
             )
             select changed.sequence as changed_at, changed.gone, ${USER_COLUMNS}
             from changed join read.people p using (id) ${USER_JOINS} order by changed.sequence`,
      values: [this.clock.now(), organizationId, since, limit],
    });
    return rows.map((row) => ({
      id: row.id,
      sequence: Number(row.changed_at),
      user: row.gone ? null : toUser(row),
    }));
  }
}

export interface ChangedUser {
  readonly id: string;
  readonly sequence: number;
  readonly user: User | null;
}

interface UserRow {
  id: string;
  username: string;
  email: string;
  first_name: string;
  last_name: string;
  rank_title: string;
  role: Role;
  organization_id: string | null;
  enabled: boolean;
  reset_pending: boolean;
  organization_name: string | null;
  active_at: Date | null;
  last_session_id: string | null;
  last_course_name: string | null;
  selected_course_id: string | null;
}

const toUser = (row: UserRow): User => ({
  id: row.id,
  username: row.username,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  rankTitle: row.rank_title,
  roles: [row.role],
  organizationId: row.organization_id,
  organizationName: row.organization_name,
  enabled: row.enabled,
  lastActive: row.active_at && toMoment(row.active_at),
  lastJoinedSessionID: row.last_session_id,
  lastJoinedGroupName: row.last_course_name,
  lastGroupSelectionId: row.selected_course_id,
  resetPasswordPending: row.reset_pending,
});

/** Returns one pattern for each word; all must match, in any order. Wildcard characters are escaped. */
const patternsOf = (search: string): string[] =>
  searchText(search)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);

/**
 * Counts enabled users, administrators and seats of one organization, or of the platform for null
 * (docs/rules.md#user-statistics).
 */
export async function userStats(pool: Pool, organizationId: string | null): Promise<UserStats> {
  const { rows } = await pool.query<UserStats>({
    name: 'user-stats',
    text: `select
             (select count(*)::integer from read.people p where p.enabled and not p.deleted
                and ($1::uuid is null or p.organization_id = $1)) as "activeUsers",
             (select coalesce(sum(o.user_limit), 0)::integer from read.organizations o where not o.deleted
                and ($1::uuid is null or o.id = $1)) as "userLimit",
             (select count(*)::integer from read.people p where p.enabled and not p.deleted
                and ($1::uuid is null or p.organization_id = $1)
                and (p.role = 'OrganizationAdmin' or (p.role = 'SystemAdmin' and $1::uuid is null))) as "numberOfAdmins"`,
    values: [organizationId],
  });
  return rows[0]!;
}
