import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../../platform/database/pool.js';
import { LiveHub } from '../../../platform/live/live-hub.js';

interface CourseOfPerson {
  readonly course_id: string;
  readonly organization_id: string | null;
  /** Null when the person is only a member. */
  readonly owner_id: string | null;
}

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
    this.live.onChange('person', (userIds) => this.publishChanges(userIds));
  }

  private async publishChanges(userIds: readonly string[]): Promise<void> {
    const { rows } = await this.pool.query<CourseOfPerson>({
      name: 'courses-of-people',
      text: `select course_id, organization_id, owner_id from read.courses where owner_id = any ($1)
             union all select course_id, null, null from read.members where user_id = any ($1)`,
      values: [userIds],
    });
    for (const { course_id } of rows) this.live.changed('course', course_id);
    for (const id of new Set(rows.flatMap(listsWith))) this.live.changed('courses', id);
  }
}

/** Returns the lists of courses that show the owner of a course by name. */
const listsWith = ({ owner_id, organization_id }: CourseOfPerson): string[] => {
  if (owner_id === null) return [];
  return ['all', `owner:${owner_id}`, ...(organization_id === null ? [] : [`organization:${organization_id}`])];
};
