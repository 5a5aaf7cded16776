import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../../platform/database/pool.js';

/** The next moment at which the clock decides something about a course; one row a course. */
@Injectable()
export class DueTable {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async set(courseId: string, dueAt: Date | null): Promise<void> {
    if (dueAt === null) await this.pool.query('delete from plain.due_transitions where course_id = $1', [courseId]);
    else {
      await this.pool.query(
        `insert into plain.due_transitions (course_id, due_at) values ($1, $2)
         on conflict (course_id) do update set due_at = excluded.due_at`,
        [courseId, dueAt],
      );
    }
  }

  /** Courses with something due by the database's clock, the longest overdue first, at most `limit`. */
  async due(limit: number): Promise<string[]> {
    const { rows } = await this.pool.query<{ course_id: string }>(
      'select course_id from plain.due_transitions where due_at <= clock_timestamp() order by due_at limit $1',
      [limit],
    );
    return rows.map((row) => row.course_id);
  }

  async now(): Promise<Date> {
    const { rows } = await this.pool.query<{ now: Date }>('select clock_timestamp() as now');
    return rows[0]!.now;
  }
}
