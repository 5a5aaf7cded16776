import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config.js';
import { withClient } from '../platform/database/postgres-roles.js';
import { createTestDatabase, type TestDatabase } from '../platform/database/testing/test-database.js';
import { KurrentDbDouble } from '../platform/eventsourcing/kurrentdb/testing/kurrentdb-double.js';
import { testConfig } from '../platform/http/testing/test-http-application.js';
import { TestPlatform } from '../testing/test-platform.js';
import { until } from '../testing/until.js';
import { runCli } from './run-cli.js';

const { secrets } = testConfig();

let database: TestDatabase;
let double: KurrentDbDouble;

beforeAll(async () => {
  [database, double] = await Promise.all([createTestDatabase(), KurrentDbDouble.start()]);
});
afterAll(async () => {
  double.close();
  await database.drop();
});

async function cli(command: string, typed?: string, environment: NodeJS.ProcessEnv = {}) {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal = {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    ...(typed !== undefined && { ask: () => Promise.resolve(typed) }),
  };
  const urls = { DATABASE_URL: database.appUrl, DATABASE_ADMIN_URL: database.adminUrl, KURRENTDB_URL: double.url };
  const code = await runCli(command.split(' '), terminal, { ...secrets, ...urls, ...environment });
  return { code, out, err };
}

const start = (isFirst = false, overrides: Partial<Config> = {}, on = database): Promise<TestPlatform> =>
  TestPlatform.start(
    {
      kurrentDb: { url: double.url, streamPrefix: '' },
      secrets,
      ...(!isFirst && { bootstrapAdmin: undefined }),
      ...overrides,
    },
    () => on,
  );

const namesOf = async (platform: TestPlatform): Promise<string[]> => {
  await platform.settled();
  const { body } = await (await platform.admin()).get<{ name: string }[]>('/organizations');
  return body.map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : 1));
};

/** Waits until a seal covers all events. */
const sealed = () => until(async () => (await cli('audit verify')).out.at(-1) === '0 newer events are not sealed yet.');
const sealsIn = () =>
  withClient(database.adminUrl, async (client) => (await client.query('select from log.seals')).rowCount!);

it('accepts an older state of KurrentDB twice, with everything that was appended in between', async () => {
  const first = await start(true);
  await first.organization('Earliest');
  await sealed();
  const oldest = double.log.backUp();
  await first.organization('Earlier');
  await first.settled();
  const older = double.log.backUp();
  await first.organization('Later');
  await sealed();
  await first.stop();
  double.log.restore(older);

  const before = await cli('audit verify');
  expect([before.code, before.err]).toEqual([1, [expect.stringMatching(/ is missing: event /)]]);
  const list = await cli('projections list');
  expect([list.code, list.err]).toEqual([
    0,
    [expect.stringMatching(/older state of the log .* log accept-restored\.$/)],
  ]);
  expect(await cli('log accept-restored')).toMatchObject({
    code: 1,
    err: [expect.stringMatching(/^Nothing was accepted\. Add --yes/)],
  });
  expect(await cli('log accept-restored', 'yes')).toMatchObject({ code: 1, err: ['Nothing was accepted.'] });
  const lost = double.log.eventIds().length;
  expect(lost).toBeGreaterThan(0);
  const done = await cli('log accept-restored', '3');
  expect(done).toMatchObject({
    code: 0,
    err: [],
    out: [
      expect.stringMatching(
        /^KurrentDB contains \d+ events, the last of 20\S+Z\. 3 events between 20\S+Z and 20\S+Z are lost\.$/,
      ),
      'The loss is recorded and the read models are built. Start the platform.',
    ],
  });
  expect(await cli('log accept-restored')).toMatchObject({
    code: 0,
    out: [expect.stringMatching(/no loss to accept/)],
  });

  const second = await start();
  expect(await namesOf(second)).toEqual(['Earlier', 'Earliest']);
  expect((await fetch(`${second.url}/health/ready`)).status).toBe(200);
  await second.organization('Later');
  expect(await namesOf(second)).toEqual(['Earlier', 'Earliest', 'Later']);
  await sealed();
  const again = await cli('audit verify');
  expect(again).toMatchObject({
    code: 0,
    err: [],
    out: [
      expect.stringMatching(/^The log was restored on 20\S+Z: 3 events between /),
      expect.stringMatching(/ are unchanged /),
      expect.anything(),
    ],
  });
  expect(await cli('projections verify')).toMatchObject({ code: 0, err: [] });
  const seals = await sealsIn();
  await second.stop();

  double.log.restore(oldest);
  expect(await cli('log accept-restored --yes')).toMatchObject({ code: 0, err: [] });
  const third = await start();
  expect(await namesOf(third)).toEqual(['Earliest']);
  await third.organization('Latest');
  expect(await namesOf(third)).toEqual(['Earliest', 'Latest']);
  await until(async () => (await sealsIn()) > seals);
  await sealed();
  expect((await cli('audit verify')).out.filter((line) => line.startsWith('The log was restored on'))).toHaveLength(2);
  const { id } = double.log.records.find(({ type }) => type === 'OrganizationCreated')!;
  double.log.tamper(id, () => ({ type: 'OrganizationDeleted' }));
  expect((await cli('audit verify')).err).toEqual([expect.stringMatching(new RegExp(`was changed: event ${id}`))]);
  double.log.tamper(id, () => ({ type: 'OrganizationCreated' }));
  await third.stop();
}, 120_000);

it('is refused while the platform runs', async () => {
  const platform = await start();
  expect(await cli('log accept-restored')).toMatchObject({
    code: 1,
    err: [expect.stringMatching(/stop all nodes first/)],
  });
  await platform.stop();
});

describe('a backup between an accepted restore and the next event of a reactor', () => {
  let folder: string;
  /** The newest event that the log has kept. */
  let kept: string;
  const undo: (() => unknown)[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ready-room-accepted-'));
    const platform = await start();
    await platform.organization('Kept');
    await platform.settled();
    const older = double.log.backUp();
    kept = double.log.eventIds().at(-1)!;
    await platform.organization('Lost');
    await platform.settled();
    await platform.stop();
    double.log.restore(older);
    expect(await cli('log accept-restored --yes')).toMatchObject({ code: 0, err: [] });
    const withoutReactors = await start(false, { roles: ['http'] });
    await withoutReactors.admin();
    await withoutReactors.stop();
    expect(double.log.eventIds().at(-1)).not.toBe(kept);
    expect(await cli(`backup ${join(folder, 'file')} --keys ${join(folder, 'keys')}`)).toMatchObject({ code: 0 });
  });
  afterAll(async () => {
    for (const step of undo) await step();
    rmSync(folder, { recursive: true });
  });

  async function restored(kurrentDb?: KurrentDbDouble): Promise<TestDatabase> {
    const to = await createTestDatabase();
    undo.push(() => to.drop());
    const urls = { DATABASE_URL: to.appUrl, DATABASE_ADMIN_URL: to.adminUrl, KURRENTDB_URL: kurrentDb?.url };
    const command = `restore ${join(folder, 'file')} --keys ${join(folder, 'keys')}`;
    expect(await cli(command, undefined, urls)).toMatchObject({ code: 0, err: [] });
    return to;
  }

  /** Returns the events that the checkpoints of reactors name. */
  const eventsOfReactors = (on: TestDatabase) =>
    withClient(on.adminUrl, async (client) => {
      const { rows } = await client.query<{ event_id: string | null }>(
        `select distinct event_id from plain.checkpoints where reader like 'reactor:%' and position <> '0.0.0'`,
      );
      return rows.map(({ event_id }) => event_id);
    });

  it('lets reactors continue after the restore in PostgreSQL', async () => {
    const to = await restored();
    expect(await eventsOfReactors(to)).toEqual([kept]);
    const platform = await start(false, { kurrentDb: undefined }, to);
    expect(await namesOf(platform)).toContain('Kept');
    await until(async () => !(await eventsOfReactors(to)).includes(kept));
    await platform.stop();
  });

  it('lets reactors continue after the restore in a new KurrentDB', async () => {
    const other = await KurrentDbDouble.start();
    undo.push(() => other.close());
    const to = await restored(other);
    expect(await eventsOfReactors(to)).toEqual([kept]);
    const platform = await start(false, { kurrentDb: { url: other.url, streamPrefix: '' } }, to);
    expect(await namesOf(platform)).toContain('Kept');
    await until(async () => !(await eventsOfReactors(to)).includes(kept));
    await platform.stop();
  });
});
