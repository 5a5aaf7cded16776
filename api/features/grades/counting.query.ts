import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { ResultsThatCount } from '../../contracts/grades.contract.js';
import { POOL } from '../../platform/database/pool.js';

/** Reads which results count in the courses of classes. */
@Injectable()
export class CountingQuery {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Returns the setting of each class's course, by class id; classes of courses that never changed it are left out. */
  async find(sessionIds: readonly string[]): Promise<ReadonlyMap<string, ResultsThatCount>> {
    const { rows } = await this.pool.query<{ session_id: string; count: ResultsThatCount }>({
      name: 'counting-of-classes',
      text: `select k.session_id, s.count from read.classes k join read.grade_settings s using (course_id)
             where k.session_id = any ($1)`,
      values: [sessionIds],
    });
    return new Map(rows.map((row) => [row.session_id, row.count]));
  }
}
