import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/auth/actor.js';
import { CLOCK, type Clock } from '../../../platform/clock.js';
import { POOL } from '../../../platform/database/pool.js';
import { notFound } from '../../../platform/domain-error.js';
import { Progress } from '../../../platform/eventsourcing/projecting/progress.js';
import { isCourseVisibleTo } from '../../courses/visible-course.query.js';
import { Accounts } from '../accounts.js';

/** The course a person looks at, which must be one they may see. */
export class SelectGroup extends Command<void> {
  constructor(
    readonly actor: Actor,
    readonly userId: string,
    readonly courseId: string,
  ) {
    super();
  }
}

@CommandHandler(SelectGroup)
export class SelectGroupHandler implements ICommandHandler<SelectGroup> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly progress: Progress,
  ) {}

  async execute({ actor, userId, courseId }: SelectGroup): Promise<void> {
    const { user } = await this.accounts.toChange(actor, 'select-group', userId, uuidv7());
    const viewer = { userId, roles: [user.role], organizationId: user.organizationId };
    if (!(await isCourseVisibleTo(this.pool, viewer, courseId))) {
      await this.progress.catchUp();
      if (!(await isCourseVisibleTo(this.pool, viewer, courseId))) throw notFound('The course');
    }
    await this.pool.query(
      `insert into plain.group_selections (user_id, course_id, selected_at) values ($1, $2, $3)
       on conflict (user_id) do update set course_id = excluded.course_id, selected_at = excluded.selected_at`,
      [userId, courseId, this.clock.now()],
    );
  }
}
