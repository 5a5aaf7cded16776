import { randomBytes } from 'node:crypto';
import { loadConfig, SECRET_NAMES } from '../config.js';
import { createTestDatabase, type TestDatabase } from '../platform/database/testing/test-database.js';
import { openDatabase } from './open-database.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const secrets = Object.fromEntries(SECRET_NAMES.map((name) => [name, randomBytes(32).toString('base64')]));

/** Warnings shown to operators. */
async function warnings(urls: Record<string, string>): Promise<string[]> {
  const said: string[] = [];
  const log = { info: () => undefined, warn: (line: string) => void said.push(line), fatal: () => undefined };
  const opened = await openDatabase(loadConfig({ ...secrets, ...urls }), log);
  await opened.stop();
  return said;
}

it('accepts an application role that owns nothing and a role for migrations without warnings', async () => {
  expect(await warnings({ DATABASE_URL: database.appUrl, DATABASE_ADMIN_URL: database.adminUrl })).toEqual([]);
});

it('warns about one role for both, and about a superuser', async () => {
  expect(await warnings({ DATABASE_URL: database.superuserUrl })).toEqual([
    expect.stringMatching(/^DATABASE_ADMIN_URL is not set: the application could change its own log/),
    expect.stringMatching(/^The role of DATABASE_URL is a superuser/),
  ]);
});

it.each([
  ['a wrong password', { password: 'wrong' }, 'password authentication failed for user "ready_room_app"'],
  ['a database that does not exist', { pathname: '/missing' }, 'database "missing" does not exist'],
])('names the script that creates roles and database after %s', async (_what, change, reason) => {
  const url = Object.assign(new URL(database.appUrl), change);
  await expect(warnings({ DATABASE_URL: url.href })).rejects.toThrow(
    `The database ${url.host}${url.pathname} rejects DATABASE_URL (${reason}): check user and password, or run infra/containers/postgres/create-roles.sh again, which creates missing roles and the database.`,
  );
});
