import type { Pool } from 'pg';
import type { Role } from '../../contracts/sign-in.contract.js';
import { ENDED_AT, STARTED_AT } from './course.query.js';

/** True when the user is on the roster of a running class or is the instructor of one. */
export async function isInRunningClass(pool: Pool, userId: string): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>({
    name: 'in-running-class',
    text: `select exists (
             select from read.running_classes k join read.courses c using (course_id)
             where k.session_id is not null and c.deleted_at is null and (
               c.owner_id = $1
               or exists (select from read.rosters r
                          where r.session_id = k.session_id and r.user_id = $1 and r.removed_at is null
                            and r.moved_at is null))
           ) as found`,
    values: [userId],
  });
  return rows[0]!.found;
}

/** The fields of a person that decide about taking part in classes of an organization. */
export interface OrganizationMember {
  readonly id: string;
  readonly role: Role;
  readonly organizationId: string | null;
}

/**
 * Returns the people who take part in a running class of their own organization. They are a student on its roster, its
 * instructor, or an admin of the organization. Uses the read models and the clock: a class that is due to end has ended.
 */
export async function peopleInRunningClass(
  pool: Pool,
  people: readonly OrganizationMember[],
): Promise<ReadonlySet<string>> {
  if (people.length === 0) return new Set();
  const { rows } = await pool.query<{ id: string }>({
    name: 'people-in-running-class',
    text: `select p.id from unnest($1::uuid[], $2::uuid[], $3::boolean[]) as p (id, organization_id, is_admin)
           where exists (
             select from read.courses c join read.classes k using (course_id)
             where c.organization_id = p.organization_id and c.deleted_at is null
               and ${STARTED_AT} is not null and ${ENDED_AT} is null
               and (p.is_admin or c.owner_id = p.id or exists (
                 select from read.rosters r
                 where r.session_id = k.session_id and r.user_id = p.id and r.removed_at is null
                   and r.moved_at is null)))`,
    values: [
      people.map(({ id }) => id),
      people.map(({ organizationId }) => organizationId),
      people.map(({ role }) => role === 'OrganizationAdmin'),
    ],
  });
  return new Set(rows.map(({ id }) => id));
}
