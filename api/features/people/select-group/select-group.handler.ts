import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/auth/actor.js';
import { POOL } from '../../../platform/database/pool.js';
import { notFound } from '../../../platform/domain-error.js';
import { Progress } from '../../../platform/eventsourcing/projecting/progress.js';
import { isCourseVisibleTo } from '../../courses/visible-course.query.js';
import { Accounts } from '../accounts.js';
import { RememberCourse } from './remember-course.command.js';

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
    private readonly accounts: Accounts,
    private readonly progress: Progress,
    private readonly commandBus: CommandBus,
  ) {}

  async execute({ actor, userId, courseId }: SelectGroup): Promise<void> {
    const { user } = await this.accounts.toChange(actor, 'select-group', userId, uuidv7());
    const viewer = { userId, roles: [user.role], organizationId: user.organizationId };
    if (!(await isCourseVisibleTo(this.pool, viewer, courseId))) {
      await this.progress.catchUp();
      if (!(await isCourseVisibleTo(this.pool, viewer, courseId))) throw notFound('The course');
    }
    await this.commandBus.execute(new RememberCourse(userId, courseId));
  }
}
