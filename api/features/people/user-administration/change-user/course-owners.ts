import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { OneAtATime } from '../../../../platform/database/one-at-a-time.js';
import { POOL } from '../../../../platform/database/pool.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { Progress } from '../../../../platform/eventsourcing/projecting/progress.js';
import { courseOwnership, ownsCourses } from '../../../courses/owned-courses.query.js';

/** Instructors of courses stay what and where they are until their courses have another. */
@Injectable()
export class CourseOwners {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly progress: Progress,
    private readonly oneAtATime: OneAtATime,
  ) {}

  /**
   * Does what makes somebody unfit to run courses, who runs none and is given none meanwhile.
   * @throws DomainError INSTRUCTOR_OF_COURSES
   */
  async whileNoneOf<T>(userId: string, work: () => Promise<T>): Promise<T> {
    return this.oneAtATime.during(courseOwnership(userId), async () => {
      await this.progress.catchUp();
      if (!(await ownsCourses(this.pool, userId))) return work();
      throw new DomainError('INSTRUCTOR_OF_COURSES', 'User is the instructor of courses. Reassign them first.');
    });
  }
}
