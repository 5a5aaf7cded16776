import { TestClient } from '../../../testing/test-client.js';
import { TestPlatform } from '../../../testing/test-platform.js';
import { until } from '../../../testing/until.js';
import { createTestDatabase, type TestDatabase } from '../../database/testing/test-database.js';
import { withClient } from '../../database/postgres-roles.js';
import { testConfig } from '../../http/testing/test-http-application.js';
import { ReadinessChecks } from '../../ops/readiness-checks.js';
import { KurrentDbDouble } from '../kurrentdb/testing/kurrentdb-double.js';
import type { DoubleBackup } from '../kurrentdb/testing/kurrentdb-double-log.js';

const { secrets } = testConfig();

let database: TestDatabase;
let double: KurrentDbDouble;
/** Signed in before the restore, because a sign-in is an event. */
let admin: TestClient;
/** The files of KurrentDB before the organization "Later" was created. */
let older: DoubleBackup;
const doubles: KurrentDbDouble[] = [];

async function startDouble(): Promise<KurrentDbDouble> {
  const started = await KurrentDbDouble.start();
  doubles.push(started);
  return started;
}

const startOn = (at: KurrentDbDouble, isFirst = false, on = database, streamPrefix = ''): Promise<TestPlatform> =>
  TestPlatform.start(
    { kurrentDb: { url: at.url, streamPrefix }, secrets, ...(!isFirst && { bootstrapAdmin: undefined }) },
    () => on,
  );

beforeEach(async () => {
  [database, double] = await Promise.all([createTestDatabase(), startDouble()]);
  const platform = await startOn(double, true);
  await platform.organization('Earlier');
  admin = await platform.admin();
  await platform.settled();
  older = double.log.backUp();
  await platform.organization('Later');
  await platform.settled();
  await platform.stop();
});
afterEach(async () => {
  for (const each of doubles.splice(0)) each.close();
  await database.drop();
});

const adminOn = ({ url }: TestPlatform) => new TestClient(url, admin.userId, admin.token, admin.refreshToken);
const namesOf = async (platform: TestPlatform): Promise<string[]> => {
  const { body } = await adminOn(platform).get<{ name: string }[]>('/organizations');
  return body.map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : 1));
};

/** Returns everything that PostgreSQL knows about the log. */
const stored = (): Promise<unknown[]> =>
  withClient(database.adminUrl, async (client) => {
    const { rows } = await client.query<object>(
      `select (select jsonb_agg(l) from plain.log_location l) as location,
              (select jsonb_agg(c order by reader) from plain.checkpoints c) as checkpoints,
              (select count(*) from log.seals) as seals`,
    );
    return rows;
  });

const ready = async (platform: TestPlatform): Promise<number> => (await fetch(`${platform.url}/health/ready`)).status;
const createCode = (platform: TestPlatform) => adminOn(platform).post('/users/accessCodes');

describe('an older state of the same log', () => {
  it('serves reads, refuses writes with the time to wait, and is not ready', async () => {
    double.log.restore(older);
    const platform = await startOn(double);
    try {
      expect(await namesOf(platform)).toEqual(['Earlier', 'Later']);
      const before = double.log.records.length;
      const refused = await createCode(platform);
      expect([refused.status, refused.problem.code, refused.headers.get('retry-after')]).toEqual([
        503,
        'UNAVAILABLE',
        '2',
      ]);
      expect(await ready(platform)).toBe(503);
      expect((await platform.app.get(ReadinessChecks).report()).checks['log']).toEqual({
        status: 'down',
        detail: expect.stringMatching(/older state.*log accept-restored/),
      });
      expect(double.log.records.length).toBe(before);
    } finally {
      await platform.stop();
    }
  });

  it('is noticed while the platform runs, and writes continue when the whole log is back', async () => {
    const platform = await startOn(double);
    try {
      const newer = double.log.backUp();
      double.close();
      double.log.restore(older);
      await double.listen();
      await until(async () => (await ready(platform)) === 503);
      expect((await createCode(platform)).status).toBe(503);
      expect(double.log.records.length).toBe(older.records.length);
      double.close();
      double.log.restore(newer);
      await double.listen();
      await until(async () => (await ready(platform)) === 200);
      await until(async () => (await createCode(platform)).status < 300);
    } finally {
      await platform.stop();
    }
  });
});

describe('a start is refused, and changes nothing,', () => {
  it('on an empty log', async () => {
    const [empty, before] = [await startDouble(), await stored()];
    await expect(startOn(empty)).rejects.toThrow(
      /contains no event of this platform.*check KURRENTDB_URL and KURRENTDB_STREAM_PREFIX/,
    );
    expect(empty.log.eventIds()).toEqual([]);
    expect(await stored()).toEqual(before);
  });

  it('on the log of another platform', async () => {
    const [other, elsewhere] = await Promise.all([startDouble(), createTestDatabase()]);
    const another = await startOn(other, true, elsewhere);
    await another.stop();
    await elsewhere.drop();
    const [before, events] = [await stored(), other.log.eventIds()];
    await expect(startOn(other)).rejects.toThrow(
      /contains another log than the one that this database has read.*check KURRENTDB_URL/,
    );
    expect(other.log.eventIds()).toEqual(events);
    expect(await stored()).toEqual(before);
  });

  it('with a prefix that the log does not have, or without the one that it has', async () => {
    await expect(startOn(double, false, database, 'other:')).rejects.toThrow(/contains no event of this platform/);
    const [prefixed, elsewhere] = await Promise.all([startDouble(), createTestDatabase()]);
    const platform = await startOn(prefixed, true, elsewhere, 'own:');
    await platform.settled();
    await platform.stop();
    const events = prefixed.log.eventIds();
    await expect(startOn(prefixed, false, elsewhere)).rejects.toThrow(/contains another log/);
    expect(prefixed.log.eventIds()).toEqual(events);
    await elsewhere.drop();
  });

  it('with an empty database on a used log', async () => {
    const empty = await createTestDatabase();
    const events = double.log.eventIds();
    try {
      await expect(startOn(double, true, empty)).rejects.toThrow(
        /this database is empty.*restore <file> --keys <file>/,
      );
      expect(double.log.eventIds()).toEqual(events);
    } finally {
      await empty.drop();
    }
  });
});

describe('a database of a version that did not record the name of the log', () => {
  const forgetName = () =>
    withClient(database.adminUrl, (client) =>
      client.query('update plain.log_location set log_name = null, first_position = null, platform_id = null'),
    );
  beforeEach(forgetName);

  it('adopts the log that contains what it has read, and knows it from then on', async () => {
    const platform = await startOn(double);
    expect(await namesOf(platform)).toEqual(['Earlier', 'Later']);
    await platform.stop();
    const [{ location }] = (await stored()) as [{ location: [{ log_name: string; first_position: string }] }];
    expect(location).toEqual([
      expect.objectContaining({
        log_name: expect.stringMatching(/^kurrentdb [0-9a-f-]{36} 20/),
        first_position: expect.stringMatching(/^1000000\./),
      }),
    ]);
  });

  it('does not adopt another log', async () => {
    const [other, elsewhere, before] = [await startDouble(), await createTestDatabase(), await stored()];
    const another = await startOn(other, true, elsewhere);
    await another.stop();
    await elsewhere.drop();
    await expect(startOn(other)).rejects.toThrow(/contains another log/);
    expect(await stored()).toEqual(before);
  });
});

it('follows a log that is newer than the database, as after an older restore of PostgreSQL', async () => {
  const older = await copyOf(database);
  const platform = await startOn(double);
  await platform.organization('Latest');
  await platform.settled();
  await platform.stop();
  const restored = await startOn(double, false, older);
  await restored.settled();
  expect(await namesOf(restored)).toEqual(['Earlier', 'Later', 'Latest']);
  expect(await ready(restored)).toBe(200);
  expect((await createCode(restored)).status).toBe(201);
  await restored.stop();
  await older.drop();
});

/** Copies a database that no one uses. */
async function copyOf({ appUrl, adminUrl, superuserUrl }: TestDatabase): Promise<TestDatabase> {
  const name = new URL(appUrl).pathname.slice(1);
  const rename = (url: string): string => url.replace(name, `${name}_copy`);
  const maintenanceUrl = superuserUrl.replace(name, 'postgres');
  const execute = (statement: string) => withClient(maintenanceUrl, (client) => client.query(statement));
  await execute(`create database ${name}_copy template ${name}`);
  const urls = { appUrl: rename(appUrl), adminUrl: rename(adminUrl), superuserUrl: rename(superuserUrl) };
  return { ...urls, drop: async () => void (await execute(`drop database ${name}_copy with (force)`)) };
}
