import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Hints } from '../platform/database/hints.js';
import { openPool } from '../platform/database/pool.js';
import { withClient } from '../platform/database/postgres-roles.js';
import { createTestDatabase, type TestDatabase } from '../platform/database/testing/test-database.js';
import { KurrentDbDouble } from '../platform/eventsourcing/kurrentdb/testing/kurrentdb-double.js';
import { LOG, type Log, openLog } from '../platform/eventsourcing/log.js';
import { claimLogEngine } from '../platform/eventsourcing/log-location.js';
import { adoptCheckpoints } from '../platform/eventsourcing/projecting/adopt-checkpoints.js';
import { testConfig } from '../platform/http/testing/test-http-application.js';
import { TestPlatform } from '../testing/test-platform.js';
import { until } from '../testing/until.js';
import { runCli } from './run-cli.js';

let database: TestDatabase;
let double: KurrentDbDouble;

beforeAll(async () => {
  [database, double] = await Promise.all([createTestDatabase(), KurrentDbDouble.start()]);
});
afterAll(async () => {
  double.close();
  await database.drop();
});

async function cli(command: string, environment: NodeJS.ProcessEnv = {}) {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) };
  const urls = { DATABASE_URL: database.appUrl, DATABASE_ADMIN_URL: database.adminUrl };
  const code = await runCli(command.split(' '), terminal, { ...testConfig().secrets, ...urls, ...environment });
  return { code, out, err: err.join('\n') };
}

const kurrentDb = () => ({ url: double.url, streamPrefix: '' });

/** Starts the same platform on its database, with its log in one engine or the other. */
const startOn = (engine: 'postgres' | 'kurrentdb', isFirst = false): Promise<TestPlatform> =>
  TestPlatform.start(
    {
      kurrentDb: engine === 'kurrentdb' ? kurrentDb() : undefined,
      ...(!isFirst && { bootstrapAdmin: undefined }),
    },
    () => database,
  );

/** Performs the first steps of a start. */
async function adoptOn(engine: 'postgres' | 'kurrentdb'): Promise<void> {
  const pool = new pg.Pool({ connectionString: database.appUrl });
  const log = await openLog(pool, new Hints('', [], pool), engine === 'kurrentdb' ? kurrentDb() : undefined);
  try {
    await claimLogEngine(pool, engine);
    await adoptCheckpoints(pool, log.store, engine === 'kurrentdb');
  } finally {
    await log.close();
    await pool.end();
  }
}

const namesOf = async (platform: TestPlatform): Promise<string[]> => {
  const { body } = await (await platform.admin()).get<{ name: string }[]>('/organizations');
  return body.map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : 1));
};

// Waits three times for the next seal of the log, each up to ten seconds.
it('moves a platform to KurrentDB and back, with its read models, accounts and seals', async () => {
  const first = await startOn('postgres', true);
  await first.organization('Before');
  await first.settled();
  await until(async () => (await cli('audit verify')).code === 0);
  await first.stop();

  await expect(adoptOn('kurrentdb')).rejects.toThrow(/log copy --from postgres --to kurrentdb/);
  const url = { KURRENTDB_URL: double.url };
  const httpNode = openPool(database.appUrl);
  await httpNode.query('select 1');
  const early = await cli('log copy --from postgres --to kurrentdb', url);
  expect([early.code, early.err, early.out]).toEqual([
    0,
    expect.stringContaining('The platform is running'),
    [expect.stringMatching(/: \d+ were copied, 0 existed\.$/)],
  ]);
  await httpNode.end();
  const there = await cli('log copy --from postgres --to kurrentdb', url);
  expect([there.code, there.err, there.out]).toEqual([
    0,
    '',
    [
      expect.stringMatching(/^\d+ events are equal in both logs: 0 were copied, \d+ existed\.$/),
      'Now start with KURRENTDB_URL.',
    ],
  ]);

  const second = await startOn('kurrentdb');
  expect(await namesOf(second)).toEqual(['Before']);
  await second.organization('Meanwhile');
  await second.settled();
  expect(await namesOf(second)).toEqual(['Before', 'Meanwhile']);
  const { digests } = second.app.get<Log>(LOG);
  expect((await digests.name())?.startsWith('kurrentdb ')).toBe(true);
  await until(async () => (await cli('audit verify', url)).code === 0);
  const { id, type } = double.log.records.findLast((record) => record.type === 'OrganizationCreated')!;
  double.log.tamper(id, () => ({ type: 'OrganizationDeleted' }));
  const tampered = await cli('audit verify', url);
  expect([tampered.code, tampered.err]).toEqual([
    1,
    expect.stringContaining(`was changed: event ${id} (organization-`),
  ]);
  double.log.tamper(id, () => ({ type }));
  expect((await cli('projections verify', url)).err).toBe('');
  expect((await cli('projections list', url)).out.join('\n')).toMatch(/organizations/);
  await restoresIntoPostgres(url);
  const running = await cli('log copy --from kurrentdb --to postgres', url);
  expect([running.code, running.err]).toEqual([1, expect.stringContaining('stop it first')]);
  await second.stop();

  await expect(adoptOn('postgres')).rejects.toThrow(/is in KurrentDB: .* docker-compose\.kurrentdb\.yml/);
  // Settings that name the other log would empty every read model, or store no event.
  for (const command of ['projections rebuild all', 'backup /nowhere/file', 'migrate'])
    expect(await cli(command)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/is in KurrentDB: .* docker-compose\.kurrentdb\.yml/),
    });
  expect(await cli('log copy --from postgres --to kurrentdb', url)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is in KurrentDB already'),
  });
  expect(
    await cli('log copy --from kurrentdb --to postgres', { ...url, KURRENTDB_STREAM_PREFIX: 'other:' }),
  ).toMatchObject({ code: 1, err: expect.stringContaining('does not contain the log of this database') });
  const back = await cli('log copy --from kurrentdb --to postgres', url);
  expect([back.code, back.err, back.out.at(-1)]).toEqual([0, '', 'Now start without KURRENTDB_URL.']);
  const third = await startOn('postgres');
  expect(await namesOf(third)).toEqual(['Before', 'Meanwhile']);
  await third.organization('After');
  await third.settled();
  expect(await namesOf(third)).toEqual(['After', 'Before', 'Meanwhile']);
  await until(async () => (await cli('audit verify')).code === 0);
  await third.stop();
}, 180_000);

/** The older events of a moved log stay in PostgreSQL, and a backup contains each event once. */
async function restoresIntoPostgres(kurrentDbUrl: NodeJS.ProcessEnv): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ready-room-moved-'));
  const restored = await createTestDatabase();
  const urls = { DATABASE_URL: restored.appUrl, DATABASE_ADMIN_URL: restored.adminUrl };
  try {
    const keys = `--keys ${join(folder, 'keys')}`;
    expect((await cli(`backup ${join(folder, 'file')} ${keys}`, kurrentDbUrl)).err).toBe('');
    expect((await cli(`restore ${join(folder, 'file')} ${keys}`, urls)).err).toBe('');
    const { rows } = await withClient(restored.adminUrl, (client) =>
      client.query<{ id: string }>('select event_id as id from log.events order by epoch, transaction_id, position'),
    );
    const saved = rows.map(({ id }) => id);
    expect(saved).toEqual(double.log.eventIds().slice(0, saved.length));
    expect(saved.length).toBeGreaterThan(Number((await eventsIn(database.adminUrl)).count));
    expect(await cli('projections verify', urls)).toMatchObject({ code: 0, err: '' });
    expect(await cli('audit verify', urls)).toMatchObject({ code: 0, err: '' });
  } finally {
    await restored.drop();
    rmSync(folder, { recursive: true });
  }
}

const eventsIn = (url: string) =>
  withClient(
    url,
    async (client) => (await client.query<{ count: string }>('select count(*) from log.events')).rows[0]!,
  );

it('names missing settings, and accepts no other engine', async () => {
  expect(await cli('log copy --from postgres --to kurrentdb')).toMatchObject({
    code: 1,
    err: expect.stringContaining('KURRENTDB_URL'),
  });
  expect((await cli('log copy --from postgres --to postgres')).code).toBe(1);
});
