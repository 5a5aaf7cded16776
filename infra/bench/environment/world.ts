import { randomBytes } from 'node:crypto';
import type { INestApplication } from '@nestjs/common';
import { type Command, CommandBus } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { CONFIG, type Config } from '../../../api/config.js';
import type { Role } from '../../../api/contracts/sign-in.contract.js';
import type { Scenario } from '../../../api/contracts/catalogue.contract.js';
import {
  PublishCatalogue,
  PublishCatalogueHandler,
} from '../../../api/features/catalogue/publish-catalogue/publish-catalogue.handler.js';
import { ChangeCourse } from '../../../api/features/courses/change-course/change-course.command.js';
import { CreateCourse } from '../../../api/features/courses/create-course/create-course.command.js';
import {
  SetOrganizationPaid,
  SetOrganizationPaidHandler,
} from '../../../api/features/organizations/change-organization/change-organization.handlers.js';
import {
  CreateOrganization,
  CreateOrganizationHandler,
} from '../../../api/features/organizations/create-organization/create-organization.handler.js';
import { seatsStream } from '../../../api/features/organizations/seats.stream.js';
import { RegisterUser } from '../../../api/features/people/register-user/register-user.command.js';
import { userStream } from '../../../api/features/people/user.stream.js';
import { POOL } from '../../../api/platform/database/pool.js';
import { Commands } from '../../../api/platform/eventsourcing/commands.js';
import { EVENT_STORE, type EventStore } from '../../../api/platform/eventsourcing/event-store.js';
import { Progress } from '../../../api/platform/eventsourcing/projecting/progress.js';
import { systemContext } from '../../../api/platform/eventsourcing/system-context.js';
import { inParallel } from '../../../api/platform/in-parallel.js';
import { countEvents } from './database.js';
import type { Account } from './fixture.js';

const PATIENCE_MS = 60_000;
const SEATS_AT_ONCE = 1_000;

const hmac = (): string => randomBytes(32).toString('hex');

/**
 * An organization with a catalogue, users and classes, created by the platform's own commands. Only students who never sign in are
 * appended directly.
 */
export class World {
  private readonly password = `${randomBytes(12).toString('hex')}a1#`;

  private constructor(
    private readonly app: INestApplication,
    readonly organizationId: string,
  ) {}

  static async create(app: INestApplication, scenarios: readonly Scenario[]): Promise<World> {
    const { catalogueId } = app.get<Config>(CONFIG);
    await app.get(PublishCatalogueHandler).execute(new PublishCatalogue(catalogueId, [...scenarios], newContext()));
    const creation = new CreateOrganization('Bench', newContext());
    const { organizationId } = await app.get(CreateOrganizationHandler).execute(creation);
    await app.get(SetOrganizationPaidHandler).execute(new SetOrganizationPaid(organizationId, true, newContext()));
    return new World(app, organizationId);
  }

  async register(name: string, role: Role, count: number): Promise<{ userId: string; account: Account }[]> {
    const people = await inParallel(4, Array.from({ length: count }), async (_, index) => {
      const account = { username: `${name}${index + 1}`, password: this.password, role };
      const { userId } = await this.execute(new RegisterUser(this.registrationOf(account), newContext()));
      return { userId, account };
    });
    await this.seat(people.map(({ userId }) => userId));
    return people;
  }

  /** Without a password, because a hash takes 20 ms. */
  async appendStudents(count: number, name = 'student', role: Role = 'User'): Promise<string[]> {
    const userIds = await this.appendAccounts(count, name, role, []);
    await this.seat(userIds);
    return userIds;
  }

  /** Former users: disabled accounts in no class. */
  async appendDisabled(count: number, name = 'former'): Promise<void> {
    await this.appendAccounts(count, name, 'User', [{ type: 'Disable', cause: 'admin' }]);
  }

  private appendAccounts(
    count: number,
    name: string,
    role: Role,
    further: readonly Parameters<typeof userStream.decide>[0][],
  ): Promise<string[]> {
    return inParallel(32, Array.from({ length: count }), async (_, index) => {
      const { userId, command } = this.registerCommand(`${name}${index + 1}`, role);
      const decided = [command, ...further].reduce<ReturnType<typeof userStream.decide>>((events, next) => {
        const state = events.reduce(userStream.evolve, userStream.initialState);
        return [...events, ...userStream.decide(next, state)];
      }, []);
      const { metadata } = newContext();
      const stored = decided.map((event) => ({ ...event, eventId: uuidv7(), metadata }));
      await this.store.appendToStream(userStream.name(userId), 'no-stream', stored);
      return userId;
    });
  }

  /** Members without a seat would receive one from the sweep during the measurement, and they exceed an organization's maximum. */
  private async seat(userIds: readonly string[]): Promise<void> {
    const { organizationId } = this;
    for (let from = 0; from < userIds.length; from += SEATS_AT_ONCE) {
      const some = userIds.slice(from, from + SEATS_AT_ONCE);
      const command = { type: 'Take', organizationId, userIds: some, userLimit: Infinity } as const;
      await this.app.get(Commands).handle(seatsStream.of(organizationId), command, newContext());
    }
  }

  private registerCommand(username: string, role: Role) {
    const userId = uuidv7();
    const { password: _password, ...profile } = this.registrationOf({ username, password: '', role });
    const registration = { userId, ...profile, usernameHmac: hmac(), emailHmac: hmac() };
    return { userId, command: { type: 'Register', registration } as const };
  }

  private registrationOf(account: Account) {
    const [, name = '', number = ''] = /^(\D+)(\d+)$/.exec(account.username)!;
    const profile = { email: `${account.username}@bench.example`, firstName: name, lastName: number, rankTitle: '' };
    return { ...account, ...profile, organizationId: this.organizationId };
  }

  async startClass(name: string, ownerId: string, memberIds: readonly string[]) {
    const course = { name, ownerId, organizationId: this.organizationId, caption: '', memberIds };
    const { courseId } = await this.execute(new CreateCourse(course, newContext()));
    const start = { type: 'StartClass', now: new Date().toISOString(), newSessionId: uuidv7() } as const;
    await this.execute(new ChangeCourse(courseId, start, newContext()));
    return { courseId, sessionId: start.newSessionId };
  }

  countEvents(): Promise<number> {
    return countEvents(this.app.get<Pool>(POOL));
  }

  /** Waits until the read models are up to date. */
  async settled(): Promise<void> {
    const head = await this.store.head();
    while (!(await this.app.get(Progress).waitFor(head, PATIENCE_MS)));
  }

  get store(): EventStore {
    return this.app.get<EventStore>(EVENT_STORE);
  }

  private execute<Result>(command: Command<Result>): Promise<Result> {
    return this.app.get(CommandBus).execute(command);
  }
}

const newContext = () => systemContext(new Date(), undefined, uuidv7());
