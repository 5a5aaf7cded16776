import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { OneAtATime } from '../../../../platform/database/one-at-a-time.js';
import { POOL } from '../../../../platform/database/pool.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { Progress } from '../../../../platform/eventsourcing/projecting/progress.js';
import { courseOwnership, ownsCourses } from '../../../courses/owned-courses.query.js';

/** Protects instructors of courses from changes that would leave a course without an instructor. */
@Injectable()
export class CourseOwners {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly progress: Progress,
    private readonly oneAtATime: OneAtATime,
  ) {}

  /**
   * Runs `work`, which makes the user unable to run courses, while the user owns none and cannot be assigned one.
   * @throws DomainError INSTRUCTOR_OF_COURSES
   */
  async runWhileOwningNone<T>(userId: string, work: () => Promise<T>): Promise<T> {
    return this.oneAtATime.run(courseOwnership(userId), async () => {
      await this.progress.catchUp();
      if (!(await ownsCourses(this.pool, userId))) return work();
      throw new DomainError('INSTRUCTOR_OF_COURSES', 'User is the instructor of courses. Reassign them first.');
    });
  }
}
