import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidv5 } from 'uuid';
import { Credentials } from '../../platform/auth/credentials.js';
import { CLOCK, type Clock } from '../../platform/clock.js';
import type { CommandContext } from '../../platform/eventsourcing/command-handling.js';
import { systemContext } from '../../platform/eventsourcing/system-context.js';
import { CreateCourse } from '../courses/create-course/create-course.command.js';
import {
  ChangeUserLimit,
  SetOrganizationPaid,
} from '../organizations/change-organization/change-organization.commands.js';
import { CreateOrganization } from '../organizations/create-organization/create-organization.command.js';
import { TakeSeat } from '../organizations/seats/seats.commands.js';
import { RegisterUser } from '../people/register-user/register-user.command.js';
import type { DemoAccount } from './demo-accounts.js';

/** Command ids are derived from it, so that a seed that was killed halfway goes on where it stopped. */
const NAMESPACE = '0198c0de-0003-7000-8000-000000000000';
const ORGANIZATION = 'Demo Squadron';
const USER_LIMIT = 50;

const commandIdOf = (step: string): string => uuidv5(step, NAMESPACE);

/** The id of a demo account, the same on every platform. */
export const demoUserId = (username: string): string => commandIdOf(username);

/** One paid organization with its people, and a course that all students can join. */
@Injectable()
export class SeedDemo {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly credentials: Credentials,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run(accounts: readonly DemoAccount[]): Promise<void> {
    const { organizationId } = await this.commandBus.execute(
      new CreateOrganization(ORGANIZATION, this.context('organization')),
    );
    await this.commandBus.execute(new SetOrganizationPaid(organizationId, true, this.context('paid')));
    await this.commandBus.execute(new ChangeUserLimit(organizationId, USER_LIMIT, this.context('limit')));
    const members = accounts.filter(({ role }) => role !== 'SystemAdmin');
    const userIds = members.map(({ username }) => this.context(username).commandId);
    await this.commandBus.execute(new TakeSeat(organizationId, userIds, this.context('seats')));
    const registrations = accounts.map((account) => this.register(account, organizationId));
    // Each comes to its end: who tries the seed again must not meet the rest of it.
    await Promise.allSettled(registrations);
    const users = await Promise.all(registrations);
    const ownerId = users.find((user) => user.role === 'Instructor')!.userId;
    const course = {
      name: 'Rendezvous Fundamentals',
      ownerId,
      organizationId,
      caption: 'Relative motion, approach and station keeping.',
      memberIds: [],
    };
    await this.commandBus.execute(new CreateCourse(course, this.context('course')));
  }

  private async register(
    account: DemoAccount,
    organizationId: string,
  ): Promise<{ userId: string; role: DemoAccount['role'] }> {
    const { username, password, role } = account;
    const number = /\d+$/.exec(username)?.[0];
    const registration = {
      username,
      // They come all at once, more than may register so.
      password: { hash: await this.credentials.hash(password) },
      role,
      email: `${username}@demo.example`,
      firstName: number ? 'Student' : 'Demo',
      lastName: number ?? role.replace(/([a-z])([A-Z])/, '$1 $2'),
      rankTitle: '',
      organizationId: role === 'SystemAdmin' ? null : organizationId,
      through: 'first-start',
    } as const;
    const { userId } = await this.commandBus.execute(new RegisterUser(registration, this.context(username)));
    return { userId, role };
  }

  private context(step: string): CommandContext {
    return systemContext(this.clock.now(), undefined, commandIdOf(step));
  }
}
