import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../../platform/database/pool.js';

const POSTPONED_SECONDS = 10;

/** The next moment at which the clock decides something about a course; one row a course. */
@Injectable()
export class DueTable {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** `version`: of the course's last event that was looked at; who has looked at less changes nothing. Null: nothing is due. */
  async set(courseId: string, version: number, dueAt: Date | null): Promise<void> {
    await this.pool.query(
      `insert into plain.due_transitions as d (course_id, version, due_at) values ($1, $2, $3)
       on conflict (course_id) do update set version = excluded.version, due_at = excluded.due_at
       where d.version < excluded.version`,
      [courseId, version, dueAt],
    );
  }

  /** Looks at a course again in a while, so that one that fails does not stand in front of the others for ever. */
  async postpone(courseId: string): Promise<void> {
    await this.pool.query(
      'update plain.due_transitions set due_at = clock_timestamp() + make_interval(secs => $2) where course_id = $1',
      [courseId, POSTPONED_SECONDS],
    );
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
