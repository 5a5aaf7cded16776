import type { Pool } from 'pg';

/** True when the user is the instructor of a course that is not deleted. */
export async function ownsCourses(pool: Pool, userId: string): Promise<boolean> {
  const { rows } = await pool.query<{ owns: boolean }>({
    name: 'owns-courses',
    text: 'select exists (select from read.courses where owner_id = $1 and deleted_at is null) as owns',
    values: [userId],
  });
  return rows[0]!.owns;
}

/**
 * Key that serializes two operations on one person: making them the instructor of a course, and ending their right to run
 * one. Each operation reads what the other recorded before it records its own result.
 */
export const courseOwnership = (userId: string): string => `course-owner ${userId}`;
