import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { CLOCK, type Clock } from '../../../platform/clock.js';
import { POOL } from '../../../platform/database/pool.js';
import { RememberCourse } from './remember-course.command.js';

@CommandHandler(RememberCourse)
export class RememberCourseHandler implements ICommandHandler<RememberCourse> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ userId, courseId }: RememberCourse): Promise<void> {
    await this.pool.query(
      `insert into plain.group_selections (user_id, course_id, selected_at) values ($1, $2, $3)
       on conflict (user_id) do update set course_id = excluded.course_id, selected_at = excluded.selected_at`,
      [userId, courseId, this.clock.now()],
    );
  }
}
