import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandBus } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { SECRET_NAMES, type Secrets } from '../config.js';
import { RegisterUser } from '../features/people/register-user/register-user.command.js';
import { POOL } from '../platform/database/pool.js';
import { withClient } from '../platform/database/postgres-roles.js';
import { createTestDatabase, type TestDatabase } from '../platform/database/testing/test-database.js';
import { systemContext } from '../platform/eventsourcing/system-context.js';
import type { TestClient } from '../testing/test-client.js';
import { TestPlatform } from '../testing/test-platform.js';
import { until } from '../testing/until.js';
import { runCli } from './run-cli.js';

const newSecrets = () =>
  Object.fromEntries(SECRET_NAMES.map((name) => [name, randomBytes(32).toString('base64')])) as Secrets;
const older = newSecrets();
const newer = newSecrets();
const both = Object.fromEntries(SECRET_NAMES.map((name) => [name, `${newer[name]},${older[name]}`])) as Secrets;

let folder: string;
let database: TestDatabase;
let platform: TestPlatform;
let admin: TestClient;
let student: TestClient;
let username: string;

/** Returns the same installation with other secrets, as after a restart of its node. */
async function restartWith(secrets: Secrets): Promise<void> {
  await platform.stop();
  platform = await TestPlatform.start({ kurrentDb: undefined, secrets, bootstrapAdmin: undefined }, () => database);
}

async function cli(secrets: Secrets, ...words: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) };
  const code = await runCli(words, terminal, {
    ...secrets,
    DATABASE_URL: database.appUrl,
    DATABASE_ADMIN_URL: database.adminUrl,
    DATA_DIR: join(folder, 'nothing'),
  });
  return { code, out: out.join('\n'), err };
}

const query = async <Row extends object>(text: string): Promise<Row[]> =>
  (await withClient(database.appUrl, (client) => client.query<Row>(text))).rows;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ready-room-rotate-'));
  database = await createTestDatabase();
  platform = await TestPlatform.start({ kurrentDb: undefined, secrets: older }, () => database);
  admin = await platform.admin();
  student = await platform.person('User', null);
  const { rows } = await platform.app
    .get<Pool>(POOL)
    .query<{ username: string }>('select username from read.people where id = $1', [student.userId]);
  username = rows[0]!.username;
  await until(async () => (await query('select from log.seals')).length > 0);
  await restartWith(both);
});
afterAll(async () => {
  await platform.stop();
  await database.drop();
  rmSync(folder, { recursive: true });
});

it('keeps everyone signed in when every secret gets a newer value, and accepts new sign-ins', async () => {
  const response = await fetch(`${platform.url}/api/users/${student.userId}`, {
    headers: { 'x-auth-token': student.token },
  });
  expect(response.status).toBe(200);
  await expect(platform.signIn(username)).resolves.toMatchObject({ userId: student.userId });
});

it('rejects a user name that was registered under the older HMAC key', async () => {
  const profile = { firstName: '', lastName: '', rankTitle: '', role: 'User', organizationId: null } as const;
  const names = { username, email: 'another@example.org' };
  const context = systemContext(new Date(), undefined, uuidv7());
  await expect(
    platform.app.get(CommandBus).execute(new RegisterUser({ ...profile, ...names, password: null }, context)),
  ).rejects.toMatchObject({ code: 'ALREADY_TAKEN' });
});

it('re-wraps every key, and reports the remaining passwords and the older values that must stay', async () => {
  const { code, out } = await cli(both, 'keys', 'rotate');
  expect(code).toBe(0);
  const [{ keys }] = (await query<{ keys: string }>('select count(*) as keys from plain.subject_keys')) as [
    { keys: string },
  ];
  expect(out).toContain(`Subject keys wrapped with the newest MASTER_KEY: ${keys}. Changed by this command: ${keys}.`);
  expect(out).toMatch(/^JWT_SECRET: the older values may be removed 12 hours after/m);
  expect(out).toMatch(/^MASTER_KEY: the older values may be removed eight days after/m);
  expect(out).toMatch(/^HMAC_KEY: the older values must stay/m);
  // The student has signed in since then, the administrator has not.
  expect(out).toMatch(/^PASSWORD_PEPPER: the older values must stay for 1 accounts/m);
  expect(out).toMatch(/^AUDIT_KEY: the older values must stay/m);
  expect((await cli(both, 'keys', 'rotate')).out).toContain('Changed by this command: 0.');
  await platform.admin();
  expect((await cli(both, 'keys', 'rotate')).out).toMatch(/^PASSWORD_PEPPER: the older values may be removed\.$/m);
});

it('works without the values that were reported as removable', async () => {
  await restartWith({ ...newer, HMAC_KEY: both.HMAC_KEY, AUDIT_KEY: both.AUDIT_KEY });
  await expect(platform.signIn(username)).resolves.toMatchObject({ userId: student.userId });
  const { body } = await (await platform.admin()).get<{ username: string }>(`/users/${student.userId}`);
  expect(JSON.stringify(body)).toContain(username);
  expect(admin.userId).toBeDefined();
});

it('verifies seals and backups that were signed with the older AUDIT_KEY', async () => {
  const before = (await query('select from log.seals')).length;
  await platform.person('User', null);
  await until(async () => (await query('select from log.seals')).length > before);
  expect(await cli(both, 'audit', 'verify')).toMatchObject({ code: 0 });
  expect((await cli(newer, 'audit', 'verify')).err).toEqual(['Seal 1 was changed, or signed with another AUDIT_KEY.']);
});

it('restores a backup whose secrets were replaced after it, with the older values beside the new ones', async () => {
  const files = [join(folder, 'backup'), '--keys', join(folder, 'keys')];
  expect(await cli(both, 'backup', ...files)).toMatchObject({ code: 0 });
  const newest = newSecrets();
  const after = Object.fromEntries(SECRET_NAMES.map((name) => [name, `${newest[name]},${both[name]}`])) as Secrets;
  const target = await createTestDatabase();
  const source = database;
  try {
    database = target;
    expect(await cli(newest, 'restore', ...files)).toMatchObject({ code: 1 });
    expect(await cli(after, 'restore', ...files)).toMatchObject({ code: 0, err: [] });
    expect(await cli(after, 'projections', 'verify')).toMatchObject({ code: 0 });
  } finally {
    database = source;
    await target.drop();
  }
});
