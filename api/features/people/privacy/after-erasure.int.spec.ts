import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { runCli } from '../../../cli/run-cli.js';
import type { AuditPage } from '../../../contracts/audit.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import { withClient } from '../../../platform/database/postgres-roles.js';
import { createTestDatabase, type TestDatabase } from '../../../platform/database/testing/test-database.js';
import { LOG_START } from '../../../platform/eventsourcing/message.js';
import { systemContext } from '../../../platform/eventsourcing/system-context.js';
import { testConfig } from '../../../platform/http/testing/test-http-application.js';
import type { TestClient } from '../../../testing/test-client.js';
import { TestPlatform } from '../../../testing/test-platform.js';
import { until } from '../../../testing/until.js';
import { RegisterUser } from '../register-user/register-user.command.js';
import type { UserEvent } from '../user.events.js';
import { userStream } from '../user.stream.js';
import { ERASED_PEOPLE_READER } from './erased-people.js';

const CACHED_FOR_MS = 60_000;

let folder: string;
let platform: TestPlatform;
let database: TestDatabase;
let admin: TestClient;
let erased: TestClient;
let registered: Extract<UserEvent, { type: 'UserRegistered' }>['data'];
let organizationId: string;
const restoredInto: TestDatabase[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ready-room-erasure-'));
  // Backups contain the log only when it is in PostgreSQL.
  platform = await TestPlatform.start({ kurrentDb: undefined }, (made) => (database = made));
  organizationId = await platform.organization();
  admin = await platform.admin();
  erased = await platform.person('User', organizationId);
  const [first] = await platform.store.readStream(userStream.name(erased.userId));
  registered = first!.data as typeof registered;
  expect(await cli('backup', join(folder, 'before'), '--keys', join(folder, 'before.keys'))).toMatchObject({ code: 0 });
  expect(await cli('privacy', 'erase', '--yes', registered.username)).toMatchObject({ code: 0 });
  await platform.settled();
  // Nodes cache a key for a minute and then load it again.
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + CACHED_FOR_MS + 1_000);
  for (let nth = 0; nth <= 10; nth += 1) await signIn(registered.username);
  const signedOut = await fetch(`${platform.url}/api/auth/session`, {
    method: 'DELETE',
    headers: { 'x-auth-token': erased.token },
  });
  expect(signedOut.status).toBe(204);
  await platform.settled();
});
afterAll(async () => {
  jest.restoreAllMocks();
  await platform.stop();
  await Promise.all(restoredInto.map((each) => each.drop()));
  rmSync(folder, { recursive: true });
});

async function cli(...words: string[]) {
  return cliOn(database, words);
}

async function cliOn({ appUrl, adminUrl }: { appUrl: string; adminUrl: string }, words: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) };
  const code = await runCli(words, terminal, {
    ...testConfig().secrets,
    DATABASE_URL: appUrl,
    DATABASE_ADMIN_URL: adminUrl,
    DATA_DIR: join(folder, 'nothing'),
  });
  return { code, out, err };
}

const signIn = (username: string, password = 'not the password 1#'): Promise<Response> =>
  fetch(`${platform.url}/api/auth/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });

async function restore(file: string, keysFile: string): Promise<TestDatabase> {
  const empty = await createTestDatabase();
  restoredInto.push(empty);
  const restored = await cliOn(empty, ['restore', join(folder, file), '--keys', join(folder, keysFile)]);
  expect(restored).toMatchObject({ code: 0 });
  return empty;
}

const nameIn = async ({ appUrl }: TestDatabase): Promise<string | undefined> =>
  withClient(appUrl, async (client) => {
    const text = 'select username from read.people where id = $1';
    return (await client.query<{ username: string }>(text, [erased.userId])).rows[0]?.username;
  });

const keysOf = async ({ appUrl }: TestDatabase): Promise<number | null> =>
  withClient(appUrl, async (client) => {
    const found = await client.query('select from plain.subject_keys where subject_id = $1', [erased.userId]);
    return found.rowCount;
  });

const reactorsIn = ({ appUrl }: TestDatabase): Promise<Map<string, string>> =>
  withClient(appUrl, async (client) => {
    const text = "select reader, position from plain.checkpoints where reader like 'reactor:%'";
    const { rows } = await client.query<{ reader: string; position: string }>(text);
    return new Map(rows.map(({ reader, position }) => [reader, position]));
  });

it('records no event as an erased person and creates no key for them, for any caller', async () => {
  // The lock of an existing user is recorded in the background. Once it is recorded, a lock of the erased user would be too.
  const living = await platform.person('User', organizationId);
  const [first] = await platform.store.readStream(userStream.name(living.userId));
  for (let nth = 0; nth <= 10; nth += 1) await signIn((first!.data as typeof registered).username);
  const eventsAs = async (id: string) =>
    (await platform.store.readAll(LOG_START).next(1_000)).filter((event) => event.metadata.actorId === id);
  await until(async () => (await eventsAs(living.userId)).some((event) => event.type === 'SignInLocked'));
  expect((await eventsAs(erased.userId)).map((event) => event.type)).toEqual(['SignInSucceeded']);
  expect(await keysOf(database)).toBe(0);
});

it('keeps the audit readable', async () => {
  const { status, body } = await admin.get<AuditPage>(`/audit?targetType=user&targetId=${erased.userId}`);
  expect(status).toBe(200);
  expect(body.entries.length).toBeGreaterThan(1);
  expect(JSON.stringify(body)).not.toContain(registered.username);
});

it('rebuilds every read model from the log with the rows it serves', async () => {
  expect(await cli('projections', 'verify')).toMatchObject({ code: 0, err: [] });
});

it('restores a backup made after the erasure, with its keys and with older ones', async () => {
  expect(await cli('backup', join(folder, 'after'), '--keys', join(folder, 'after.keys'))).toMatchObject({ code: 0 });
  for (const keysFile of ['after.keys', 'before.keys']) {
    const restored = await restore('after', keysFile);
    expect(await nameIn(restored)).toBe('[erased]');
    expect(await keysOf(restored)).toBe(0);
    // The reactors continue together, without reading the whole log again for one of them.
    const reactors = await reactorsIn(restored);
    expect(reactors.get(ERASED_PEOPLE_READER)).toMatch(/^1\./);
    expect(await cliOn(restored, ['projections', 'verify'])).toMatchObject({ code: 0, err: [] });
  }
});

it('shows an erased person as erased in an older backup with newer keys', async () => {
  expect(await nameIn(await restore('before', 'after.keys'))).toBe('[erased]');
});

it('repairs an instance that has created a second key for an erased person', async () => {
  const pool = platform.app.get<Pool>(POOL);
  await pool.query('delete from plain.erased_subjects where subject_id = $1', [erased.userId]);
  // A version without tombstones records the lock under a key that it creates.
  await platform.store.appendToStream(`sign-in-lock-${erased.userId}-1`, 'no-stream', [
    {
      eventId: randomUUID(),
      type: 'SignInLocked',
      data: { userId: erased.userId, until: '2026-11-23T00:00:00.000Z' },
      metadata: {
        ...(await platform.store.readStream(userStream.name(erased.userId)))[0]!.metadata,
        actorId: erased.userId,
        address: '203.0.113.9',
      },
    },
  ]);
  expect(await keysOf(database)).toBe(1);
  await withClient(database.adminUrl, async (client) => {
    await client.query("delete from ready_room_migrations where name = 'ErasedSubjects1700000002650'");
    await client.query('drop table plain.erased_subjects');
  });
  expect(await cli('migrate')).toMatchObject({ code: 0 });
  expect(await keysOf(database)).toBe(0);
  expect(await cli('projections', 'verify')).toMatchObject({ code: 0, err: [] });
  expect((await admin.get(`/audit?targetType=user&targetId=${erased.userId}`)).status).toBe(200);
});

it('completes an erasure that was interrupted after it was recorded', async () => {
  const { userId } = await platform.person('User', organizationId);
  const { commandId, metadata } = systemContext(new Date(), undefined, uuidv7());
  const past = await platform.store.readStream(userStream.name(userId));
  const event = { eventId: commandId, type: 'PersonalDataErased', data: { userId }, metadata };
  await platform.store.appendToStream(userStream.name(userId), past.length - 1, [event]);
  const pool = platform.app.get<Pool>(POOL);
  const rowsOf = async (text: string) => (await pool.query(text, [userId])).rowCount;
  await until(async () => (await rowsOf('select from plain.erased_subjects where subject_id = $1')) === 1);
  expect(await rowsOf('select from plain.subject_keys where subject_id = $1')).toBe(0);
  expect(await rowsOf("select from plain.claims where kind = 'email' and owner_id = $1")).toBe(0);
});

it('frees the e-mail address of an erased person, but never the user name', async () => {
  const { username, email } = registered;
  const register = (names: { username: string; email: string }) => {
    const profile = {
      firstName: 'Eve',
      lastName: 'Example',
      rankTitle: '',
      role: 'User',
      organizationId: null,
    } as const;
    const context = systemContext(new Date(), undefined, uuidv7());
    return platform.app.get(CommandBus).execute(new RegisterUser({ ...profile, ...names, password: null }, context));
  };
  await expect(register({ username, email: 'eve@example.org' })).rejects.toMatchObject({ code: 'ALREADY_TAKEN' });
  expect(await register({ username: 'eve.example', email })).toMatchObject({ userId: expect.any(String) as string });
});
