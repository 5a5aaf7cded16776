import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { GradingSettings } from '../../contracts/grading.contract.js';
import { DEFAULT_GRADING } from '../../contracts/grading.rule.js';
import { POOL } from '../../platform/database/pool.js';

/** Reads the grading settings of courses (docs/rules.md#grading-settings). */
@Injectable()
export class GradingQuery {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Returns the settings of a course. */
  async ofCourse(courseId: string): Promise<GradingSettings> {
    const { rows } = await this.pool.query<{ grading: string }>({
      name: 'grading-of-course',
      text: 'select grading from read.grade_settings where course_id = $1',
      values: [courseId],
    });
    return rows[0] ? (JSON.parse(rows[0].grading) as GradingSettings) : DEFAULT_GRADING;
  }

  /** Returns the settings of each class's course, by class id; classes of courses that never changed them are left out. */
  async ofClasses(sessionIds: readonly string[]): Promise<ReadonlyMap<string, GradingSettings>> {
    const { rows } = await this.pool.query<{ session_id: string; grading: string }>({
      name: 'grading-of-classes',
      text: `select k.session_id, s.grading from read.classes k join read.grade_settings s using (course_id)
             where k.session_id = any ($1)`,
      values: [sessionIds],
    });
    return new Map(rows.map((row) => [row.session_id, JSON.parse(row.grading) as GradingSettings]));
  }
}
