import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../../platform/database/pool.js';
import { DomainError } from '../../../platform/domain-error.js';
import { Progress } from '../../../platform/eventsourcing/projecting/progress.js';
import { ownsCourses } from '../../courses/owned-courses.query.js';

/** Instructors of courses stay what and where they are until their courses have another. */
@Injectable()
export class CourseOwners {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly progress: Progress,
  ) {}

  /** @throws DomainError INSTRUCTOR_OF_COURSES */
  async refuse(userId: string): Promise<void> {
    await this.progress.catchUp();
    if (!(await ownsCourses(this.pool, userId))) return;
    throw new DomainError('INSTRUCTOR_OF_COURSES', 'User is the instructor of courses. Reassign them first.');
  }
}
