import { randomBytes } from 'node:crypto';
import type { INestApplication } from '@nestjs/common';
import { type Command, CommandBus } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { CONFIG, type Config } from '../../../api/config.js';
import type { Role } from '../../../api/contracts/sign-in.contract.js';
import { PublishCatalogue } from '../../../api/features/catalogue/publish-catalogue/publish-catalogue.command.js';
import { ChangeCourse } from '../../../api/features/courses/change-course/change-course.command.js';
import { CreateCourse } from '../../../api/features/courses/create-course/create-course.command.js';
import { SetOrganizationPaid } from '../../../api/features/organizations/change-organization/change-organization.commands.js';
import { CreateOrganization } from '../../../api/features/organizations/create-organization/create-organization.command.js';
import { RegisterUser } from '../../../api/features/people/register-user/register-user.command.js';
import { userDecider } from '../../../api/features/people/user.decider.js';
import { userStream } from '../../../api/features/people/user.events.js';
import { POOL } from '../../../api/platform/database/pool.js';
import { Commands } from '../../../api/platform/eventsourcing/commands.js';
import { EVENT_STORE, type EventStore } from '../../../api/platform/eventsourcing/event-store.js';
import { Progress } from '../../../api/platform/eventsourcing/projecting/progress.js';
import { systemContext } from '../../../api/platform/eventsourcing/system-context.js';
import { inParallel } from '../../../api/platform/in-parallel.js';
import { catalogueOf } from './catalogue-of-sixty.js';
import { FIXTURE, type Fixture } from './fixture.js';
import { appendScores } from './append-scores.js';

const PATIENCE_MS = 60_000;

type Account = Fixture['accounts']['instructor'];

const hmac = (): string => randomBytes(32).toString('hex');

/** Makes the world of {@link FIXTURE} through command handlers; only scores, and students who never sign in, are appended. */
export class FixtureBuilder {
  private readonly password = `${randomBytes(12).toString('hex')}a1#`;
  private organizationId = '';

  constructor(private readonly app: INestApplication) {}

  async build(): Promise<Fixture> {
    const scenarios = catalogueOf(FIXTURE.scenarios);
    const { catalogueId } = this.app.get<Config>(CONFIG);
    await this.execute(new PublishCatalogue(catalogueId, scenarios, this.context()));
    this.organizationId = (await this.execute(new CreateOrganization('Bench', this.context()))).organizationId;
    await this.execute(new SetOrganizationPaid(this.organizationId, true, this.context()));
    const [systemAdmin] = await this.register('chief', 'SystemAdmin', 1);
    const [instructor, liveInstructor] = await this.register('instructor', 'Instructor', 2);
    const watchers = await this.register('watcher', 'OrganizationAdmin', FIXTURE.watchers);
    const players = await this.register('player', 'User', FIXTURE.players);
    const others = await this.appendStudents(FIXTURE.students - FIXTURE.players);
    const userIds = [...players.map(({ userId }) => userId), ...others];
    await this.appendStudents(FIXTURE.people - others.length, 'person');
    const { courseId, sessionId } = await this.startClass('Full Gradebook', instructor!.userId, userIds);
    await this.startClass('Live', liveInstructor!.userId, []);
    await this.settled();
    await appendScores(this.store, {
      count: FIXTURE.events - (await this.countEvents()),
      scenarios,
      userIds,
      classOfAttempt: { courseId, sessionId, organizationId: this.organizationId },
    });
    await this.settled();
    return {
      sessionId,
      events: FIXTURE.events,
      accounts: {
        instructor: instructor!.account,
        liveInstructor: liveInstructor!.account,
        players: players.map(({ account }) => account),
        watchers: watchers.map(({ account }) => account),
        systemAdmin: systemAdmin!.account,
      },
    };
  }

  private register(name: string, role: Role, count: number): Promise<{ userId: string; account: Account }[]> {
    return inParallel(4, Array.from({ length: count }), async (_, index) => {
      const account = { username: `${name}${index + 1}`, password: this.password, role };
      const { userId } = await this.execute(new RegisterUser(this.registrationOf(account), this.context()));
      return { userId, account };
    });
  }

  /** Without a password: a hash takes 20 ms. */
  private appendStudents(count: number, name = 'student'): Promise<string[]> {
    return inParallel(16, Array.from({ length: count }), async (_, index) => {
      const userId = uuidv7();
      const { password: _password, ...profile } = this.registrationOf({
        username: `${name}${index + 1}`,
        password: '',
        role: 'User',
      });
      const registration = { userId, ...profile, usernameHmac: hmac(), emailHmac: hmac() };
      const command = { type: 'Register', registration } as const;
      await this.app.get(Commands).handle(userDecider, userStream(userId), command, this.context());
      return userId;
    });
  }

  private registrationOf(account: Account) {
    const [, name = '', number = ''] = /^(\D+)(\d+)$/.exec(account.username)!;
    const profile = { email: `${account.username}@bench.example`, firstName: name, lastName: number, rankTitle: '' };
    return { ...account, ...profile, organizationId: this.organizationId };
  }

  private async startClass(name: string, ownerId: string, memberIds: readonly string[]) {
    const course = { name, ownerId, organizationId: this.organizationId, caption: '', memberIds };
    const { courseId } = await this.execute(new CreateCourse(course, this.context()));
    const start = { type: 'StartClass', now: new Date().toISOString(), newSessionId: uuidv7() } as const;
    await this.execute(new ChangeCourse(courseId, start, this.context()));
    return { courseId, sessionId: start.newSessionId };
  }

  private async countEvents(): Promise<number> {
    const { rows } = await this.app.get<Pool>(POOL).query<{ count: string }>('select count(*) from log.events');
    return Number(rows[0]!.count);
  }

  /** Waits until the read models hold everything. */
  private async settled(): Promise<void> {
    const head = await this.store.head();
    while (!(await this.app.get(Progress).waitFor(head, PATIENCE_MS)));
  }

  private get store(): EventStore {
    return this.app.get<EventStore>(EVENT_STORE);
  }

  private execute<Result>(command: Command<Result>): Promise<Result> {
    return this.app.get(CommandBus).execute(command);
  }

  private context() {
    return systemContext(new Date(), undefined, uuidv7());
  }
}
