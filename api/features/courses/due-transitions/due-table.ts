import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../../platform/database/pool.js';

const POSTPONED_SECONDS = 10;

/** The next due time of a course. `dueAt` is null when nothing is scheduled. */
export interface DueTime {
  readonly courseId: string;
  /** Version of the last course event that was read. */
  readonly version: number;
  readonly dueAt: Date | null;
}

/** Table with the next due time of each course, one row per course. */
@Injectable()
export class DueTable {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Writes due times, at most one per course. A time computed from an older stream version is ignored. */
  async set(times: readonly DueTime[]): Promise<void> {
    if (times.length === 0) return;
    await this.pool.query({
      name: 'set-due-times',
      text: `insert into plain.due_transitions as d (course_id, version, due_at)
             select * from unnest($1::uuid[], $2::integer[], $3::timestamptz[]) as t (course_id, version, due_at)
             order by course_id
             on conflict (course_id) do update set version = excluded.version, due_at = excluded.due_at
             where d.version <= excluded.version`,
      values: [
        times.map(({ courseId }) => courseId),
        times.map(({ version }) => version),
        times.map(({ dueAt }) => dueAt?.toISOString() ?? null),
      ],
    });
  }

  /** Postpones a due course that failed, so that it does not block the others. */
  async postpone(courseId: string): Promise<void> {
    await this.pool.query(
      `update plain.due_transitions set due_at = clock_timestamp() + make_interval(secs => $2)
       where course_id = $1 and due_at <= clock_timestamp()`,
      [courseId, POSTPONED_SECONDS],
    );
  }

  /** Returns at most `limit` courses that are due by `now`, longest overdue first. */
  async due(now: Date, limit: number): Promise<string[]> {
    const { rows } = await this.pool.query<{ course_id: string }>({
      name: 'due-courses',
      text: 'select course_id from plain.due_transitions where due_at <= $1 order by due_at limit $2',
      values: [now.toISOString(), limit],
    });
    return rows.map((row) => row.course_id);
  }

  /** Returns the time of the database's clock, which all workers share, and the earliest due time, or null. */
  async readNext(): Promise<{ readonly now: Date; readonly next: Date | null }> {
    const { rows } = await this.pool.query<{ now: Date; next: Date | null }>({
      name: 'next-due-time',
      text: 'select clock_timestamp() as now, (select min(due_at) from plain.due_transitions) as next',
    });
    return rows[0]!;
  }
}
