import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { CommandBus } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import type { Config } from '../../config.js';
import { systemClock } from '../../platform/clock.js';
import { openPool } from '../../platform/database/pool.js';
import { createTestDatabase, type TestDatabase } from '../../platform/database/testing/test-database.js';
import { DomainError } from '../../platform/domain-error.js';
import type { LeaderTask } from '../../platform/eventsourcing/projecting/leader.js';
import type { Leadership } from '../../platform/eventsourcing/projecting/leadership.js';
import { sampleMetadata } from '../../platform/eventsourcing/testing/sample-events.js';
import type { Jobs } from '../../platform/jobs/jobs.js';
import { RegisterUser } from '../people/register-user/register-user.command.js';
import type { ImportPlan, NewUser } from './import-plan.js';
import { ImportSweep } from './import-sweep.js';
import { ImportWork } from './import-work.js';
import { Imports } from './imports.js';

const [OLD, NEW] = [
  'pZ3vK8sQ1xW6nR4tY7uB2cD5fG9hJ0kLmN-oPqRsTuV',
  'aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uVwX-yZaBcDeF',
] as const;

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.appUrl);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => pool.query('delete from plain.user_imports'));
afterEach(() => jest.restoreAllMocks());

const importsOf = (setting: string) => new Imports(pool, { secrets: { MASTER_KEY: setting } } as Config);

/** Stores an import, by default of two users, the second of whom has a taken name. */
async function start(
  setting: string,
  organizationId = randomUUID(),
  usernames: readonly string[] = ['new', 'taken'],
): Promise<string> {
  const importId = randomUUID();
  const profile = { firstName: '', lastName: '', rankTitle: '', role: 'User', organization: 'School' } as const;
  const newUsers: NewUser[] = usernames.map((username, index) => ({
    ...profile,
    username,
    email: `${username}@example.org`,
    enabled: true,
    organizationId,
    line: index + 2,
  }));
  const plan: ImportPlan = { rows: [], newUsers, unchanged: [], seats: [], defaults: [] };
  const metadata = sampleMetadata({ actorId: randomUUID() });
  await importsOf(setting).start({ importId, scope: null, plan, metadata });
  return importId;
}

const commandBus = {
  execute: (command: unknown) =>
    command instanceof RegisterUser && command.registration.username === 'taken'
      ? Promise.reject(new DomainError('ALREADY_TAKEN', 'User name is already registered.'))
      : Promise.resolve(),
} as unknown as CommandBus;
const workWith = (setting: string) => new ImportWork(importsOf(setting), commandBus);
const sweepWith = (setting: string, work = workWith(setting), tasks: LeaderTask[] = []) =>
  new ImportSweep(importsOf(setting), work, { handle: () => undefined } as unknown as Jobs, systemClock, {
    addTask: (task: LeaderTask) => tasks.push(task),
  } as unknown as Leadership);

/** Makes every import due, and its last progress `minutes` old. */
const letPass = (minutes: number) =>
  pool.query(
    `update plain.user_imports set held_until = '-infinity', started_at = started_at - interval '2 seconds',
     progress_at = now() - make_interval(mins => $1)`,
    [minutes],
  );
async function resultOf(importId: string) {
  const { rows: imports } = await pool.query<{ ended: boolean }>(
    'select ended_at is not null as ended from plain.user_imports where import_id = $1',
    [importId],
  );
  const { rows } = await pool.query<{ outcome: string; reason: string | null; sealed: Buffer | null }>(
    'select outcome, reason, sealed from plain.user_import_rows where import_id = $1 order by line',
    [importId],
  );
  return { ended: imports[0]!.ended, rows };
}

it.each([
  ['the same value', OLD],
  ['a newer value behind it', `${OLD},${NEW}`],
  ['a newer value in front', `${NEW},${OLD}`],
])('completes an earlier import with %s', async (_, setting) => {
  const importId = await start(OLD);
  await workWith(setting).run(importId);
  const { ended, rows } = await resultOf(importId);
  expect(ended).toBe(true);
  expect(rows.map(({ outcome }) => outcome)).toEqual(['made', 'refused']);
  expect(importsOf(setting).usernameIn(importId, rows[1]!.sealed)).toBe('taken');
});

it('reads names on refused rows that were stored before a replacement', async () => {
  const importId = await start(OLD);
  await workWith(OLD).run(importId);
  const { rows } = await resultOf(importId);
  expect(importsOf(`${NEW},${OLD}`).usernameIn(importId, rows[1]!.sealed)).toBe('taken');
});

it('encrypts new imports with the newest value', async () => {
  const importId = await start(`${NEW},${OLD}`);
  await workWith(NEW).run(importId);
  expect(await resultOf(importId)).toMatchObject({ ended: true, rows: [{ outcome: 'made' }, { outcome: 'refused' }] });
});

it('reports an import that cannot be decrypted, and resumes the later ones in the same turn', async () => {
  const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
  const unreadable = await start(OLD);
  const later = await start(NEW);
  await letPass(14);
  await sweepWith(NEW).sweep();
  expect(await resultOf(later)).toMatchObject({ ended: true });
  expect(await resultOf(unreadable)).toMatchObject({ ended: false, rows: [{ outcome: 'pending' }, {}] });
  expect(logged.mock.calls.map(([error]) => (error as unknown as Error).message)).toEqual([
    `No value of MASTER_KEY decrypts the import of users ${unreadable}.`,
  ]);
});

it('ends an import after 15 minutes without its key, so that its organization can import again', async () => {
  jest.spyOn(Logger.prototype, 'error').mockReturnValue();
  const organizationId = randomUUID();
  const unreadable = await start(OLD, organizationId);
  await letPass(16);
  await expect(start(NEW, organizationId)).rejects.toMatchObject({ code: 'IMPORT_RUNNING' });
  await sweepWith(NEW).sweep();
  const refused = {
    outcome: 'refused',
    reason: 'The secret that protected this row was removed. Import the file again.',
    sealed: null,
  };
  expect(await resultOf(unreadable)).toEqual({ ended: true, rows: [refused, refused] });
  await expect(start(NEW, organizationId)).resolves.toBeDefined();
});

it('stops an import within its chunk when the leadership ends, and lets the next leader continue immediately', async () => {
  const chunk = 25;
  const usernames = Array.from({ length: 2 * chunk }, (_, index) => `user${index}`);
  const importIds = [await start(NEW, randomUUID(), usernames), await start(NEW)];
  await letPass(0);
  const ended = new AbortController();
  const execute = (command: unknown) => {
    if (command instanceof RegisterUser) ended.abort();
    return Promise.resolve();
  };
  const tasks: LeaderTask[] = [];
  sweepWith(NEW, new ImportWork(importsOf(NEW), { execute } as unknown as CommandBus), tasks);
  await Promise.all(tasks.map((task) => task(1n, ended.signal)));
  const [current, next] = await Promise.all(importIds.map(resultOf));
  expect(current!.rows.filter(({ outcome }) => outcome === 'made')).toHaveLength(chunk);
  expect([current, next]).toMatchObject([{ ended: false }, { ended: false, rows: [{ outcome: 'pending' }, {}] }]);

  await sweepWith(NEW).sweep();
  expect(await Promise.all(importIds.map(resultOf))).toMatchObject([{ ended: true }, { ended: true }]);
});
