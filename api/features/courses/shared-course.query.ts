import type { Pool } from 'pg';
import type { Actor } from '../../platform/auth/actor.js';

/**
 * True when somebody is or was a student of a course the actor is staff of: its instructor, or an admin of its organization
 * (students without an organization may join any course).
 */
export async function isStaffOfSharedCourse(pool: Pool, actor: Actor, userId: string): Promise<boolean> {
  const ownerId = actor.roles.includes('Instructor') ? actor.userId : null;
  const organizationId = actor.roles.includes('OrganizationAdmin') ? actor.organizationId : null;
  if (ownerId === null && organizationId === null) return false;
  const { rows } = await pool.query<{ shared: boolean }>({
    name: 'shared-course',
    text: `select exists (
             select from read.courses c where (c.owner_id = $1 or c.organization_id = $2) and c.deleted_at is null and (
               exists (select from read.members m where m.course_id = c.course_id and m.user_id = $3)
               or exists (select from read.rosters r where r.course_id = c.course_id and r.user_id = $3 and r.removed_at is null
                          and r.moved_at is null))
           ) as shared`,
    values: [ownerId, organizationId, userId],
  });
  return rows[0]!.shared;
}
