import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../../platform/database/pool.js';

const POSTPONED_SECONDS = 10;

/** When the clock decides something about a course next. Null: nothing is due. */
export interface DueTime {
  readonly courseId: string;
  /** Of the course's last event that was looked at. */
  readonly version: number;
  readonly dueAt: Date | null;
}

/** The next moment at which the clock decides something about a course; one row a course. */
@Injectable()
export class DueTable {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Who has looked at less of a course than somebody before changes nothing. At most one of each course. */
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

  /** Looks at a course again in a while, so that one that fails does not stand in front of the others for ever. */
  async postpone(courseId: string): Promise<void> {
    await this.pool.query(
      `update plain.due_transitions set due_at = clock_timestamp() + make_interval(secs => $2)
       where course_id = $1 and due_at <= clock_timestamp()`,
      [courseId, POSTPONED_SECONDS],
    );
  }

  /** Courses with something due by `now`, the longest overdue first, at most `limit`. */
  async due(now: Date, limit: number): Promise<string[]> {
    const { rows } = await this.pool.query<{ course_id: string }>({
      name: 'due-courses',
      text: 'select course_id from plain.due_transitions where due_at <= $1 order by due_at limit $2',
      values: [now.toISOString(), limit],
    });
    return rows.map((row) => row.course_id);
  }

  /** By the database's clock, which is the same for all workers; `next`: when something is due, null when nothing is to come. */
  async look(): Promise<{ readonly now: Date; readonly next: Date | null }> {
    const { rows } = await this.pool.query<{ now: Date; next: Date | null }>({
      name: 'next-due-time',
      text: 'select clock_timestamp() as now, (select min(due_at) from plain.due_transitions) as next',
    });
    return rows[0]!;
  }
}
