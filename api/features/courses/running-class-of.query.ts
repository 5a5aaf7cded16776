import type { Pool } from 'pg';

/** True for a student on the roster of a class that runs now, and for the instructor of one. */
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
