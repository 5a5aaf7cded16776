import type { Pool } from 'pg';
import type { Group } from '../../../contracts/group.contract.js';

/** Returns the courses that a person has chosen, newest choice first: the selected course, then the course joined last. */
export async function chosenCourses(pool: Pool, userId: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ course_id: string }>({
    name: 'chosen-courses',
    text: `select course_id from (
             select course_id, 1 as rank from plain.group_selections where user_id = $1
             union all select course_id, 2 from read.last_joins where user_id = $1
           ) chosen order by rank`,
    values: [userId],
  });
  return rows.map((row) => row.course_id);
}

/**
 * Moves the course whose class receives the student's results to the front. This is the most recently chosen course with a
 * running class. Every client, including every build of the game, uses the first course with a running class.
 */
export function resultsFirst(groups: readonly Group[], chosen: readonly string[]): Group[] {
  const running = groups.filter(({ activeSessionId }) => activeSessionId !== null);
  const [receiving] = chosen.flatMap((courseId) => running.filter(({ id }) => id === courseId));
  return receiving ? [receiving, ...groups.filter(({ id }) => id !== receiving.id)] : [...groups];
}
