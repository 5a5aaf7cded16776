import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../../platform/database/pool.js';
import { LiveHub } from '../../../platform/live/live-hub.js';

/**
 * Forwards a change of a person to the courses that the person runs or belongs to, because those show the name. The
 * projection of people reads no other tables, so it cannot name these courses. Each node finds them for its own rooms.
 */
@Injectable()
export class PersonChangesOfCourses implements OnModuleInit {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly live: LiveHub,
  ) {}

  onModuleInit(): void {
    this.live.onChange('person', (userId) => this.publishChanges(userId));
  }

  private async publishChanges(userId: string): Promise<void> {
    const { rows } = await this.pool.query<{ course_id: string; organization_id: string | null; owned: boolean }>({
      name: 'courses-of-person',
      text: `select course_id, organization_id, true as owned from read.courses where owner_id = $1
             union all select course_id, null, false from read.members where user_id = $1`,
      values: [userId],
    });
    for (const { course_id } of rows) this.live.changed('course', course_id);
    const owned = rows.filter((row) => row.owned);
    if (owned.length === 0) return;
    const organizations = owned.flatMap((row) => (row.organization_id ? [`organization:${row.organization_id}`] : []));
    for (const id of new Set(['all', `owner:${userId}`, ...organizations])) this.live.changed('courses', id);
  }
}
