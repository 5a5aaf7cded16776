import type { Pool } from 'pg';

/** True for the instructor of a course that is not deleted. */
export async function ownsCourses(pool: Pool, userId: string): Promise<boolean> {
  const { rows } = await pool.query<{ owns: boolean }>({
    name: 'owns-courses',
    text: 'select exists (select from read.courses where owner_id = $1 and deleted_at is null) as owns',
    values: [userId],
  });
  return rows[0]!.owns;
}

/**
 * What is done one at a time: a course is given to this person, or they cease to be one who may run it. Each side looks at
 * what the other has recorded, and then records.
 */
export const courseOwnership = (userId: string): string => `course-owner ${userId}`;
