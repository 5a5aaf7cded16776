import type { INestApplication } from '@nestjs/common';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { AppModule } from '../../../api/app.module.js';
import { loadConfig } from '../../../api/config.js';
import type { Scenario } from '../../../api/contracts/catalogue.contract.js';
import type { Role } from '../../../api/contracts/sign-in.contract.js';
import { defaultCatalogue } from '../../../api/features/catalogue/default-catalogue.js';
import { AccessTokens } from '../../../api/platform/auth/access-tokens.js';
import { POOL } from '../../../api/platform/database/pool.js';
import { createHttpApplication } from '../../../api/platform/http/http-application.js';
import { LiveAdapter } from '../../../api/platform/live/live.adapter.js';
import { appendScores } from '../environment/append-scores.js';
import { platformEnvironment } from '../environment/platform-process.js';
import { World } from '../environment/world.js';
import type { ScaleCluster } from './scale-cluster.js';
import { SignedIn } from './signed-in.js';

/** A user with a session but without a password, because a hash takes 20 ms. */
export interface Person {
  readonly userId: string;
  readonly familyId: string;
}

export interface RunningClass {
  readonly courseId: string;
  readonly sessionId: string;
  readonly students: readonly Person[];
}

/** The players and watchers of a {@link ScaleCluster}. An http node in this process, which serves no requests, creates them. */
export class ScaleWorld {
  private constructor(
    private readonly app: INestApplication,
    readonly world: World,
    readonly scenarios: readonly Scenario[],
    private readonly ownerId: string,
  ) {}

  static async open({ dataDir, settings }: ScaleCluster): Promise<ScaleWorld> {
    const config = loadConfig({ ...platformEnvironment(dataDir), ...settings, ROLES: 'http', LOG_LEVEL: 'error' });
    const urls = { appUrl: config.databaseUrl!, adminUrl: config.databaseAdminUrl! };
    const app = await createHttpApplication(AppModule.forRoot(config, urls), config);
    app.useWebSocketAdapter(new LiveAdapter(app));
    try {
      await app.init();
      const scenarios = defaultCatalogue().filter(({ scenarioType }) => scenarioType === 'Default');
      const world = await World.create(app, scenarios);
      const [instructor] = await world.register('instructor', 'Instructor', 1);
      await world.settled();
      return new ScaleWorld(app, world, scenarios, instructor!.userId);
    } catch (error) {
      // Its connections would keep this process alive.
      await app.close();
      throw error;
    }
  }

  async people(count: number, name: string, role: Role): Promise<Person[]> {
    const userIds = await this.world.appendStudents(count, name, role);
    const people = userIds.map((userId) => ({ userId, familyId: uuidv7() }));
    await this.app.get<Pool>(POOL).query(
      `insert into plain.refresh_families (family_id, user_id, created_at, expires_at)
       select family_id, user_id, clock_timestamp(), clock_timestamp() + interval '1 day'
       from unnest($1::uuid[], $2::uuid[]) as t(family_id, user_id)`,
      [people.map(({ familyId }) => familyId), userIds],
    );
    return people;
  }

  async startClass(name: string, students: readonly Person[]): Promise<RunningClass> {
    const memberIds = students.map(({ userId }) => userId);
    return { ...(await this.world.startClass(name, this.ownerId, memberIds)), students };
  }

  /** Appends attempts of all students of a class in turn, without the http nodes. */
  async fill(running: RunningClass, count: number): Promise<void> {
    const { courseId, sessionId, students } = running;
    const { organizationId } = this.world;
    await appendScores(this.world.store, {
      count,
      scenarios: this.scenarios,
      userIds: students.map(({ userId }) => userId),
      classOfAttempt: { courseId, sessionId, organizationId },
    });
  }

  /** Valid for five minutes. */
  token(person: Person): string {
    return this.app.get(AccessTokens).issue(person);
  }

  /** Returns a client for a user at a node. */
  client(url: string, person: Person): SignedIn {
    return new SignedIn(url, person.userId, () => this.token(person));
  }

  close(): Promise<void> {
    return this.app.close();
  }
}
