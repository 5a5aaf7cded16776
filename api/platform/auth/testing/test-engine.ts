import type { DynamicModule, ModuleMetadata } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Pool } from 'pg';
import type { Config } from '../../../config.js';
import { DatabaseModule } from '../../database/database.module.js';
import { POOL } from '../../database/pool.js';
import { createTestDatabase } from '../../database/testing/test-database.js';
import { EventSourcingModule, type EventSourcingOptions } from '../../eventsourcing/event-sourcing.module.js';
import { openTestLog } from '../../eventsourcing/testing/test-log.js';
import { StreamSet } from '../../eventsourcing/stream-set.js';
import { ReadModelsModule } from '../../http/read-models.module.js';
import { createTestHttpApplication, testConfig } from '../../http/testing/test-http-application.js';
import { AccessTokens } from '../access-tokens.js';
import { AuthModule } from '../auth.module.js';
import { Credentials, type PasswordHash } from '../credentials.js';
import { type IssuedRefresh, RefreshFamilies } from '../refresh-families.js';
import { type Rights, RIGHTS_SOURCE, type RightsSource } from '../rights.js';

/** Source of rights that a test sets directly, without people in a read model. */
export class TestRights implements RightsSource {
  readonly people = new Map<string, Rights>();
  loads = 0;
  /** Error that `load` throws if it is set. */
  failure: Error | undefined;

  set(rights: Partial<Rights> & { userId: string }): void {
    this.people.set(rights.userId, {
      username: 'ada',
      role: 'User',
      organizationId: null,
      canPlay: true,
      enabled: true,
      ...this.people.get(rights.userId),
      ...rights,
    });
  }

  async load(ids: readonly string[]): Promise<ReadonlyMap<string, Rights>> {
    this.loads += 1;
    if (this.failure) throw this.failure;
    return new Map([...this.people].filter(([id]) => ids.includes(id)));
  }
}

/** Clock that changes only when a test advances it. */
export class TestClock {
  constructor(private time = Date.now()) {}

  now(): Date {
    return new Date(this.time);
  }

  advance(seconds: number): void {
    this.time += seconds * 1_000;
  }
}

export interface TestEngine {
  readonly app: NestFastifyApplication;
  readonly clock: TestClock;
  close(): Promise<void>;
}

export interface TestEngineOptions extends ModuleMetadata {
  readonly config?: Partial<Config>;
  readonly eventSourcing?: Partial<EventSourcingOptions>;
  /** Omitted when an imported module provides the source of rights. */
  readonly rights?: TestRights;
}

/** Starts the complete engine on a new database: HTTP, sign-in, event store and projector. */
export async function createTestEngine(options: TestEngineOptions): Promise<TestEngine> {
  const { config, eventSourcing, rights, imports = [], ...metadata } = options;
  const database = await createTestDatabase();
  const log = await openTestLog();
  const clock = new TestClock();
  const rightsModule: DynamicModule[] = rights
    ? [
        {
          module: TestRights,
          global: true,
          providers: [{ provide: RIGHTS_SOURCE, useValue: rights }],
          exports: [RIGHTS_SOURCE],
        },
      ]
    : [];
  const root: ModuleMetadata = {
    ...metadata,
    imports: [
      DatabaseModule.forRoot(database),
      EventSourcingModule.forRoot({
        projections: [],
        streams: new StreamSet([]),
        ...eventSourcing,
      }),
      ReadModelsModule,
      CqrsModule.forRoot(),
      AuthModule,
      ...rightsModule,
      ...imports,
    ],
  };
  try {
    const app = await createTestHttpApplication(
      root,
      testConfig({ kurrentDb: log.kurrentDb, ...config }),
      undefined,
      clock,
    );
    return {
      app,
      clock,
      close: async () => {
        await app.close();
        log.close();
        await database.drop();
      },
    };
  } catch (error) {
    log.close();
    await database.drop();
    throw error;
  }
}

/** Starts a sign-in session without checking a password. Stores an unusable hash if the person has no password. */
export async function startSession(app: NestFastifyApplication, userId: string): Promise<IssuedRefresh> {
  await app.get(Credentials).create(userId, { hash: 'nothing fits' }, new Date());
  const { rows } = await app
    .get<Pool>(POOL)
    .query<PasswordHash>('select password_hash as hash from plain.credentials where user_id = $1', [userId]);
  const origin = { device: 'Test client', address: null };
  return (await app.get(RefreshFamilies).start(userId, rows[0]!, origin))!;
}

/** Returns the headers of a signed-in native client, without checking a password. */
export async function signedIn(app: NestFastifyApplication, userId: string): Promise<{ 'x-auth-token': string }> {
  const { familyId } = await startSession(app, userId);
  return { 'x-auth-token': app.get(AccessTokens).issue({ userId, familyId }) };
}
