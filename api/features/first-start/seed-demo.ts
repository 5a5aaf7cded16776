import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidv5 } from 'uuid';
import { CLOCK, type Clock } from '../../platform/clock.js';
import type { CommandContext } from '../../platform/eventsourcing/command-handling.js';
import { systemContext } from '../../platform/eventsourcing/system-context.js';
import { CreateCourse } from '../courses/create-course/create-course.command.js';
import { CreateSandbox } from '../sandboxes/change-sandbox/sandbox.commands.js';
import type { DemoAccount } from './demo-accounts.js';
import { DEMO_SANDBOXES } from './past/demo-sandboxes.js';
import { WritePast } from './past/write-past.js';

/** Namespace of ids, so that an interrupted first start continues with the same ids. */
const NAMESPACE = '0198c0de-0003-7000-8000-000000000000';

const idOf = (step: string): string => uuidv5(step, NAMESPACE);

/** Returns the id of a demo account, which is equal on every installation. */
export const demoUserId = (username: string): string => idOf(username);

/** Seeds the demo: an organization with two months of history, and a course that all students can join today. */
@Injectable()
export class SeedDemo {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly past: WritePast,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run(accounts: readonly DemoAccount[]): Promise<void> {
    await this.past.run(accounts, NAMESPACE);
    const organizationId = idOf('organization');
    const { username } = accounts.find(({ role }) => role === 'Instructor')!;
    const course = {
      name: 'Rendezvous Fundamentals',
      ownerId: demoUserId(username),
      organizationId,
      caption: 'Relative motion, approach and station keeping.',
      memberIds: [],
    };
    await this.commandBus.execute(new CreateCourse(course, this.context('course')));
    for (const { owner, ...draft } of DEMO_SANDBOXES) {
      const actor = { userId: demoUserId(owner), organizationId };
      await this.commandBus.execute(new CreateSandbox(draft, actor, this.context(`sandbox ${draft.title}`)));
    }
  }

  private context(step: string): CommandContext {
    return systemContext(this.clock.now(), undefined, idOf(step));
  }
}
