import type { Pool } from 'pg';
import type { Actor } from '../../platform/auth/actor.js';

/** True for staff of a course and for who is or was a student of it; for nobody once it is deleted. */
export async function isCourseVisibleTo(
  pool: Pool,
  { userId, roles, organizationId }: Pick<Actor, 'userId' | 'roles' | 'organizationId'>,
  courseId: string,
): Promise<boolean> {
  const { rows } = await pool.query<{ visible: boolean }>({
    name: 'visible-course',
    text: `select exists (
             select from read.courses c where c.course_id = $1 and c.deleted_at is null and (
               $2 or c.organization_id = $3 or c.owner_id = $4
               or exists (select from read.members m where m.course_id = c.course_id and m.user_id = $5)
               or exists (select from read.rosters r where r.course_id = c.course_id and r.user_id = $5 and r.removed_at is null
                          and r.moved_at is null))
           ) as visible`,
    values: [
      courseId,
      roles.includes('SystemAdmin'),
      roles.includes('OrganizationAdmin') ? organizationId : null,
      roles.includes('Instructor') ? userId : null,
      userId,
    ],
  });
  return rows[0]!.visible;
}
