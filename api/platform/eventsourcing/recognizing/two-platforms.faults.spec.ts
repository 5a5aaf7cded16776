import { TestPlatform } from '../../../testing/test-platform.js';
import { until } from '../../../testing/until.js';
import { withClient } from '../../database/postgres-roles.js';
import { createTestDatabase, type TestDatabase } from '../../database/testing/test-database.js';
import { testConfig } from '../../http/testing/test-http-application.js';
import { KurrentDbDouble } from '../kurrentdb/testing/kurrentdb-double.js';

const { secrets } = testConfig();

let double: KurrentDbDouble;
const databases: TestDatabase[] = [];
const platforms: TestPlatform[] = [];

beforeEach(async () => {
  double = await KurrentDbDouble.start();
});
afterEach(async () => {
  await Promise.all(platforms.splice(0).map((platform) => platform.stop()));
  await Promise.all(databases.splice(0).map((database) => database.drop()));
  double.close();
});

async function newDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  databases.push(database);
  return database;
}

async function start(database: TestDatabase, streamPrefix: string, isFirst = true): Promise<TestPlatform> {
  const kurrentDb = { url: double.url, streamPrefix };
  const platform = await TestPlatform.start(
    { kurrentDb, secrets, ...(!isFirst && { bootstrapAdmin: undefined }) },
    () => database,
  );
  platforms.push(platform);
  return platform;
}

/** Reads the rows, because two platforms in one process cannot both authenticate requests. */
async function namesOf(platform: TestPlatform, { adminUrl }: TestDatabase): Promise<string[]> {
  await platform.settled();
  return withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from read.organizations_v3 order by name');
    return rows.map(({ name }) => name);
  });
}

/** Returns the number of events in the double that the platform with this prefix wrote. */
const countOf = (prefix: '' | 'q:'): number =>
  double.log.records.filter(({ stream }) => !stream.startsWith('$') && stream.startsWith('q:') === (prefix === 'q:'))
    .length;

/** Returns how many events are parked and how many are sealed. */
const stateOf = ({ adminUrl }: TestDatabase): Promise<{ parked: number; sealed: number }> =>
  withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ parked: number; sealed: number }>(
      `select (select count(*)::integer from plain.dead_letters) as parked,
              (select coalesce(sum(events), 0)::integer from log.seals) as sealed`,
    );
    return rows[0]!;
  });

it('two platforms in one cluster neither show, seal nor park the events of the other', async () => {
  const [a, b] = [await newDatabase(), await newDatabase()];
  const [alpha, beta] = [await start(a, ''), await start(b, 'q:')];
  await Promise.all([1, 2, 3].flatMap((nth) => [alpha.organization(`Alpha ${nth}`), beta.organization(`Beta ${nth}`)]));
  expect(await namesOf(alpha, a)).toEqual(['Alpha 1', 'Alpha 2', 'Alpha 3']);
  expect(await namesOf(beta, b)).toEqual(['Beta 1', 'Beta 2', 'Beta 3']);
  for (const [database, prefix] of [
    [a, ''],
    [b, 'q:'],
  ] as const) {
    await until(async () => (await stateOf(database)).sealed === countOf(prefix));
    expect((await stateOf(database)).parked).toBe(0);
  }
}, 120_000);

it('a platform whose log was written by a version without platform ids continues, also beside a new one', async () => {
  const database = await newDatabase();
  const first = await start(database, '');
  await first.organization('Before');
  await first.settled();
  await first.stop();
  platforms.pop();
  forgetIds();
  await withClient(database.adminUrl, (client) => client.query('update plain.log_location set platform_id = null'));
  const upgraded = await start(database, '', false);
  await upgraded.organization('After');
  const other = await newDatabase();
  const beside = await start(other, 'q:');
  await beside.organization('Beside');
  expect(await namesOf(upgraded, database)).toEqual(['After', 'Before']);
  expect(await namesOf(beside, other)).toEqual(['Beside']);
  expect(await stateOf(database)).toMatchObject({ parked: 0 });
}, 120_000);

/** Makes all events of the double those of an older version. */
function forgetIds(): void {
  for (const { id, stream, metadata } of double.log.records) {
    if (stream.startsWith('$')) continue;
    const { platformId: _, ...rest } = JSON.parse(Buffer.from(metadata).toString('utf8')) as { platformId?: string };
    double.log.tamper(id, () => ({ metadata: Buffer.from(JSON.stringify(rest)) }));
  }
}
