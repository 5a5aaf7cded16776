import type { Pool } from 'pg';
import type { UserStats } from '../../../../contracts/user.contract.js';

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
