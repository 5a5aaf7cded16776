import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, CommandBus } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { AppModule } from '../app.module.js';
import type { Config } from '../config.js';
import { streams } from '../streams.js';
import type { ClassSession, Group } from '../contracts/group.contract.js';
import type { Role } from '../contracts/sign-in.contract.js';
import { CreateCourse } from '../features/courses/create-course/create-course.command.js';
import {
  ChangeUserLimit,
  ChangeUserLimitHandler,
  SetOrganizationPaid,
  SetOrganizationPaidHandler,
} from '../features/organizations/change-organization/change-organization.handlers.js';
import {
  CreateOrganization,
  CreateOrganizationHandler,
} from '../features/organizations/create-organization/create-organization.handler.js';
import { TakeSeat } from '../features/organizations/seats/seats.commands.js';
import { RegisterUser } from '../features/people/register-user/register-user.command.js';
import { createTestDatabase, type TestDatabase } from '../platform/database/testing/test-database.js';
import { type DatabaseUrls, POOL } from '../platform/database/pool.js';
import { EVENT_STORE, type EventStore } from '../platform/eventsourcing/event-store.js';
import { openTestLog, type TestLog } from '../platform/eventsourcing/testing/test-log.js';
import { Progress } from '../platform/eventsourcing/projecting/progress.js';
import { systemContext } from '../platform/eventsourcing/system-context.js';
import { createHttpApplication } from '../platform/http/http-application.js';
import { testConfig } from '../platform/http/testing/test-http-application.js';
import { LiveAdapter } from '../platform/live/live.adapter.js';
import { choosePassword } from './choose-password.js';
import { TestClient } from './test-client.js';

const PASSWORD = 'orbital_mechanics_7#';
const FIRST_PASSWORD = 'bootstrap_secret_7#';
/** The least that Argon2 allows: tests hash hundreds of passwords. */
const PASSWORD_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 };
const ADMIN = { username: 'root.admin', email: 'root@example.org', password: PASSWORD };

/** The whole platform in this process, with its own database. */
export class TestPlatform {
  private constructor(
    readonly app: NestFastifyApplication,
    readonly url: string,
    private readonly database: TestDatabase,
    private readonly dataDir: string,
    private readonly log: TestLog,
  ) {}

  /**
   * `urlsOf` lets a test put a proxy between the platform and its database. Without `given`, the platform gets a new database. It drops
   * its database when it stops.
   */
  static async start(
    overrides: Partial<Config> = {},
    urlsOf: (database: TestDatabase) => Promise<DatabaseUrls> | DatabaseUrls = (database) => database,
    given?: TestDatabase & DatabaseUrls,
  ): Promise<TestPlatform> {
    const database = given ?? (await createTestDatabase());
    const dataDir = mkdtempSync(join(tmpdir(), 'ready-room-platform-'));
    const log = await openTestLog();
    const config = testConfig({
      kurrentDb: log.kurrentDb,
      demo: false,
      passwordCost: PASSWORD_COST,
      readLogEveryMs: 0,
      bootstrapAdmin: { ...ADMIN, password: FIRST_PASSWORD },
      dataDir,
      ...overrides,
    });
    const app = await createHttpApplication(
      AppModule.forRoot(config, await urlsOf(database), { schemas: streams.schemas }),
      config,
    );
    app.useWebSocketAdapter(new LiveAdapter(app));
    try {
      await app.listen(0, '127.0.0.1');
    } catch (error) {
      await app.close();
      log.close();
      await database.drop();
      throw error;
    }
    const platform = new TestPlatform(app, await app.getUrl(), database, dataDir, log);
    if (config.bootstrapAdmin) await choosePassword(platform.url, ADMIN.username, FIRST_PASSWORD, PASSWORD);
    return platform;
  }

  async stop(): Promise<void> {
    await this.app.close();
    this.log.close();
    await this.database.drop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  get store(): EventStore {
    return this.app.get<EventStore>(EVENT_STORE);
  }

  /** Settings that name the log for a command beside the platform, when the log is not in its database. */
  get logEnvironment(): Readonly<Record<string, string>> {
    return this.log.environment;
  }

  /** Returns all rows of these tables, to search for data that must not be there. */
  async textOf(tables: readonly string[]): Promise<string> {
    const pool = this.app.get<Pool>(POOL);
    const rows = await Promise.all(tables.map((table) => pool.query(`select t::text from ${table} t`)));
    return JSON.stringify(rows.map((result) => result.rows as unknown[]));
  }

  /** Waits until the read models contain all events so far. */
  async settled(): Promise<void> {
    const deadline = Date.now() + 20_000;
    for (;;) {
      try {
        return await this.app.get(Progress).catchUp();
      } catch (error) {
        // A transaction of another spec on the same server may delay all readers for a moment.
        if (Date.now() > deadline) throw error;
      }
    }
  }

  signIn(username: string): Promise<TestClient> {
    return TestClient.signIn(this.url, username, PASSWORD);
  }

  admin(): Promise<TestClient> {
    return this.signIn(ADMIN.username);
  }

  /** Creates a paid organization with enough seats. */
  async organization(name = `Organization ${randomUUID()}`, userLimit = 1_000): Promise<string> {
    const creation = new CreateOrganization(name, this.context());
    const { organizationId } = await this.app.get(CreateOrganizationHandler).execute(creation);
    const payment = new SetOrganizationPaid(organizationId, true, this.context());
    await this.app.get(SetOrganizationPaidHandler).execute(payment);
    const limit = new ChangeUserLimit(organizationId, userLimit, this.context());
    await this.app.get(ChangeUserLimitHandler).execute(limit);
    return organizationId;
  }

  /** Creates a user, signed in, whom the read models contain. */
  async person(role: Role, organizationId: string | null): Promise<TestClient> {
    const username = `${role.toLowerCase()}.${randomUUID().slice(0, 13)}`;
    const registration = {
      username,
      email: `${username}@example.org`,
      password: PASSWORD,
      firstName: 'Sam',
      lastName: 'Example',
      rankTitle: '',
      role,
      organizationId,
    };
    const context = this.context();
    if (organizationId !== null) await this.execute(new TakeSeat(organizationId, [context.commandId], context));
    await this.execute(new RegisterUser(registration, context));
    await this.settled();
    return this.signIn(username);
  }

  /** Returns a course as its instructor sees it. */
  async course(instructor: TestClient, organizationId: string | null, name = 'Orbits/101'): Promise<Group> {
    const course = { name, ownerId: instructor.userId, organizationId, caption: '', memberIds: [] };
    const { courseId } = await this.execute(new CreateCourse(course, this.context()));
    await this.settled();
    return (await instructor.get<Group>(`/groups/${courseId}`)).body;
  }

  /** Creates a course with a running class that these students have joined. */
  async runningClass(
    instructor: TestClient,
    organizationId: string | null,
    students: readonly TestClient[],
    name?: string,
  ): Promise<{ course: Group; session: ClassSession }> {
    const course = await this.course(instructor, organizationId, name);
    const { body: session } = await instructor.put<ClassSession>(`/groups/${course.id}/activesession`);
    for (const student of students) await student.post('/groups/join', { code: course.password });
    return { course, session };
  }

  private execute<Result>(command: Command<Result>): Promise<Result> {
    return this.app.get(CommandBus).execute(command);
  }

  private context(): ReturnType<typeof systemContext> {
    return systemContext(new Date(), undefined, uuidv7());
  }
}
