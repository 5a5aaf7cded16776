import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { ClassSessionDetails } from '../../../contracts/group.contract.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { POOL } from '../../../platform/database/pool.js';
import { scopeOf } from '../../courses/course.policy.js';
import { CourseQuery, valuesOf } from '../../courses/course.query.js';

/** Maximum classes of one name. Several courses can use a name, and a course can be created again. */
const MOST = 20;

const SELECT_BY_NAME = `
  select k.session_id from read.classes k join read.courses c using (course_id)
  where k.name = $1 and ($2::uuid is null or c.organization_id = $2) and ($3::uuid is null or c.owner_id = $3)
    and (c.deleted_at is null or ($2::uuid is null and $3::uuid is null))
  order by coalesce(k.started_at, k.scheduled_start) desc, k.session_id desc limit ${MOST}`;

/** Finds classes that a member of staff runs. For system admins, this includes classes of deleted courses. */
@Injectable()
export class FindClassesQuery {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly courses: CourseQuery,
  ) {}

  /** Returns the classes with this name, newest first. */
  async byName(actor: Actor, name: string): Promise<ClassSessionDetails[]> {
    const { rows } = await this.pool.query<{ session_id: string }>(SELECT_BY_NAME, [name, ...valuesOf(scopeOf(actor))]);
    const ids = rows.map((row) => row.session_id);
    const found = await this.courses.findClasses(ids);
    return found
      .toSorted((a, b) => ids.indexOf(a.session.id) - ids.indexOf(b.session.id))
      .map(({ course, session }) => ({ ...session, groupName: course.name, accessCode: course.code }));
  }
}
