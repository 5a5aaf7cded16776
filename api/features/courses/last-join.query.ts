import type { Pool } from 'pg';

/** The course and class that a user joined last (docs/rules.md#last-activity). */
export interface LastJoin {
  readonly sessionId: string | null;
  readonly courseName: string;
}

/** Null for who has never joined a course. */
export async function findLastJoin(pool: Pool, userId: string): Promise<LastJoin | null> {
  const { rows } = await pool.query<LastJoin>({
    name: 'last-join',
    text: `select l.session_id as "sessionId", c.name as "courseName"
           from read.last_joins l join read.courses c using (course_id) where l.user_id = $1`,
    values: [userId],
  });
  return rows[0] ?? null;
}
