import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../../platform/auth/actor.js';
import { POOL } from '../../../../platform/database/pool.js';
import { notFound } from '../../../../platform/domain-error.js';
import { Progress } from '../../../../platform/eventsourcing/projecting/progress.js';
import { isCourseVisibleTo } from '../../../courses/course-access.policy.js';
import { Accounts } from '../accounts.js';
import { RememberCourse } from '../../remember-course/remember-course.command.js';
import { RememberCourseHandler } from '../../remember-course/remember-course.handler.js';

/** Selects a course for a user. The course must be visible to them. */
export class SelectGroup {
  constructor(
    readonly actor: Actor,
    readonly userId: string,
    readonly courseId: string,
  ) {}
}

@Injectable()
export class SelectGroupHandler {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly accounts: Accounts,
    private readonly progress: Progress,
    private readonly rememberCourse: RememberCourseHandler,
  ) {}

  async execute({ actor, userId, courseId }: SelectGroup): Promise<void> {
    const { user } = await this.accounts.loadForChange(actor, 'select-group', userId, uuidv7());
    const viewer = { userId, roles: [user.role], organizationId: user.organizationId };
    if (!(await isCourseVisibleTo(this.pool, viewer, courseId))) {
      await this.progress.catchUp();
      if (!(await isCourseVisibleTo(this.pool, viewer, courseId))) throw notFound('The course');
    }
    await this.rememberCourse.execute(new RememberCourse(userId, courseId));
  }
}
