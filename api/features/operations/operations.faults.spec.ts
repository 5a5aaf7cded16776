import { jest } from '@jest/globals';
import pg from 'pg';
import { DeadLetters } from '../../contracts/dead-letter.contract.js';
import { NAMES_WITH_WORDS } from '../../contracts/dead-letter-words.rule.js';
import { SystemStatus } from '../../contracts/system-status.contract.js';
import { projections } from '../../app.module.js';
import { DATABASE_URLS, type DatabaseUrls, POOL } from '../../platform/database/pool.js';
import { ReactorRegistry } from '../../platform/eventsourcing/projecting/reactor-registry.js';
import { onPostgres } from '../../platform/eventsourcing/testing/on-postgres.js';
import { Jobs } from '../../platform/jobs/jobs.js';
import { closeAll, openLive, watch } from '../../platform/live/testing/live-client.js';
import { METRICS } from '../../platform/ops/metric-catalogue.js';
import { OpsServer } from '../../platform/ops/ops-server.js';
import type { TestClient } from '../../testing/test-client.js';
import { TestPlatform } from '../../testing/test-platform.js';
import { until } from '../../testing/until.js';
import { bannerProjection } from '../banner/banner.projection.js';

let platform: TestPlatform;
let admin: TestClient;
let opsPort: number;

beforeAll(async () => {
  platform = await TestPlatform.start();
  admin = await platform.admin();
  opsPort = await platform.app.get(OpsServer).listen();
});
afterAll(() => platform.stop());
afterEach(() => jest.restoreAllMocks());
afterEach(closeAll);

const ops = (path: string) => fetch(`http://127.0.0.1:${opsPort}${path}`);
const status = async (): Promise<SystemStatus> => SystemStatus.parse((await admin.get('/system/status')).body);
const letters = async () => DeadLetters.parse((await admin.get('/system/dead-letters')).body).letters;
const replay = (body: unknown) => admin.post('/system/dead-letters/replay', body);
const setBanner = (message: string) =>
  admin.post('/systemSettings/bannerMessage', { message, startDate: null, endDate: '2126-03-02T12:00:00Z' });
const bannerReader = async () => {
  const { readers } = await status();
  return readers === 'unknown' ? undefined : readers.find(({ name }) => name === 'banner');
};

const namesOf = (readers: SystemStatus['readers']): string[] =>
  readers === 'unknown' ? [] : readers.map(({ kind, name }) => `${kind} ${name}`);

/** Returns the value of a series; undefined when it is missing. */
async function metric(series: string): Promise<number | undefined> {
  const text = await (await ops('/metrics')).text();
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

describe('the status', () => {
  it('contains nodes, the leader, readers, queues, jobs and the database', async () => {
    const reactors = platform.app.get(ReactorRegistry).all.map(({ name }) => `reactor ${name}`);
    await until(async () => {
      const { leader, nodes, readers } = await status();
      const isLed = leader !== null && nodes !== 'unknown' && nodes.some(({ leadingSince }) => leadingSince !== null);
      // A reactor appears among the readers from its first checkpoint on.
      return isLed && reactors.every((reactor) => namesOf(readers).includes(reactor));
    });
    const { nodeId, leader, nodes, readers, queues, jobs, jobStore, databaseMs, game, stripe } = await status();
    expect(leader).toMatchObject({ nodeId, epoch: expect.any(Number) });
    expect(nodes).toMatchObject([{ id: nodeId, pid: process.pid, roles: ['http', 'worker'] }]);
    for (const { name } of projections) expect(namesOf(readers)).toContain(`projection ${name}`);
    expect(queues.map(({ queue }) => queue).toSorted()).toEqual(['jobs', 'mail', 'stripe']);
    expect(jobs).toMatchObject({ failed: 0 });
    expect(game).toMatchObject({ build: { name: 'Build', engineVersion: null, packings: ['none'] }, problem: null });
    expect([jobStore, typeof databaseMs, stripe]).toEqual(['PostgreSQL', 'number', false]);
  });

  it('contains every recently active node, and no restarted node twice', async () => {
    const { nodes } = await status();
    const [own] = nodes as Exclude<SystemStatus['nodes'], string>;
    const pool = platform.app.get<pg.Pool>(POOL);
    const lastSeen = (host: string, secondsAgo: number, startedSecondsAgo = 3_600) =>
      pool.query(
        `insert into plain.nodes values (gen_random_uuid(), clock_timestamp() - make_interval(secs => $1), $2::jsonb)`,
        [
          secondsAgo,
          JSON.stringify({ ...own, host, startedAt: new Date(Date.now() - startedSecondsAgo * 1_000).toISOString() }),
        ],
      );
    await lastSeen('alpha', 20);
    await lastSeen('died', 540);
    await lastSeen('gone', 601);
    await lastSeen('replaced', 120);
    await lastSeen('replaced', 2, 100);
    await pool.query(
      `insert into plain.nodes values (gen_random_uuid(), clock_timestamp(), '{"of": "another build"}')`,
    );
    const hosts = ((await status()).nodes as { host: string }[]).map(({ host }) => host);
    expect(hosts.toSorted()).toEqual(['alpha', 'died', 'replaced', own!.host].toSorted());
    await until(
      async () => (await pool.query("select from plain.nodes where status ->> 'host' = 'gone'")).rowCount === 0,
    );
    await pool.query('delete from plain.nodes where id <> $1', [own!.id]);
  });

  // No transaction delays the readers of a log in KurrentDB.
  onPostgres('names the transaction that delays readers, and the number of delayed events', async () => {
    await setBanner('Before');
    await platform.settled();
    const client = new pg.Client({
      connectionString: platform.app.get<DatabaseUrls>(DATABASE_URLS).appUrl,
      application_name: 'slow application',
    });
    await client.connect();
    await client.query('begin');
    await client.query('select pg_current_xact_id()');
    await setBanner('Held up');
    await until(async () => ((await bannerReader())?.lagEvents ?? 0) > 0);
    const { oldestTransaction } = await status();
    expect(oldestTransaction).toMatchObject({ application: 'slow application', isAtLeast: false });
    expect((oldestTransaction as { heldUpEvents: number }).heldUpEvents).toBeGreaterThan(0);
    await until(async () => ((await bannerReader())?.lagSeconds ?? 0) > 0);
    await client.end();
    await until(async () => (await bannerReader())?.lagEvents === 0);
  });

  it('is part of the health details on the operators’ port only', async () => {
    const details = (await (await ops('/health/ready')).json()) as { ready: boolean; platform: unknown };
    expect(details.ready).toBe(true);
    expect(SystemStatus.parse(details.platform).queues.length).toBeGreaterThan(0);
    expect(await (await fetch(`${platform.url}/health/ready`)).json()).toEqual({ status: 'ready' });
  });
});

it('scrapes every metric of the catalogue, with plausible values', async () => {
  const { socket, changes } = openLive(platform.url, admin.token);
  await watch(socket, { topic: 'banner', id: 'all' });
  await setBanner('For the metrics');
  await until(() => changes.length > 0);
  const text = await (await ops('/metrics')).text();
  for (const [name, { kind }] of Object.entries(METRICS)) {
    // This platform has no replica.
    const isScraped = !name.startsWith('ready_room_replica_');
    expect({ name, isScraped: text.includes(`# TYPE ${name} ${kind}\n`) }).toEqual({ name, isScraped });
  }
  const route = 'route="/api/systemSettings/bannerMessage"';
  expect(await metric(`http_request_duration_seconds_count{method="POST",${route},status="2xx"}`)).toBeGreaterThan(0);
  expect(await metric('ready_room_append_duration_seconds_count{outcome="appended"}')).toBeGreaterThan(0);
  expect(await metric('ready_room_appended_events_total')).toBeGreaterThan(0);
  expect(await metric('ready_room_push_duration_seconds_count')).toBeGreaterThan(0);
  expect(await metric('ready_room_push_duration_seconds_sum')).toBeGreaterThan(0);
  expect(await metric('ready_room_sockets{kind="signed-in"}')).toBe(1);
  expect(await metric('ready_room_live_rooms')).toBe(1);
  expect(await metric('ready_room_leader')).toBe(1);
  expect(await metric('ready_room_pool_max_connections')).toBe(12);
  expect(await metric('ready_room_parked_events{reader="banner_v1"}')).toBe(0);
  expect(Math.abs((await metric('ready_room_clock_skew_seconds'))!)).toBeLessThan(1);
  expect(await metric('ready_room_data_dir_free_bytes')).toBeGreaterThan(0);
  expect(await metric('ready_room_jobs{queue="jobs",state="failed"}')).toBe(0);
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
});

describe('dead letters', () => {
  it('have texts for every reader', () => {
    const names = { projection: projections, reactor: platform.app.get(ReactorRegistry).all };
    for (const kind of ['projection', 'reactor'] as const) {
      expect(NAMES_WITH_WORDS[kind].toSorted()).toEqual(names[kind].map(({ name }) => name).toSorted());
    }
  });

  it('contain an event parked by a projection, which is rebuilt after the fix', async () => {
    const spy = jest.spyOn(bannerProjection, 'apply').mockRejectedValue(new Error('cannot read "Mara Keller"'));
    await setBanner('Poison');
    await until(async () => (await letters()).length === 1);
    const [letter] = await letters();
    expect(letter).toMatchObject({
      kind: 'projection',
      reader: 'banner',
      stream: 'banner',
      eventType: 'BannerSet',
      events: 1,
      error: 'cannot read …',
      replaying: false,
    });
    await until(async () => (await bannerReader())?.parkedEvents === 1);
    await until(async () => (await metric('ready_room_parked_events{reader="banner_v1"}')) === 1);
    expect(await (await ops('/health/ready')).json()).toMatchObject({
      checks: { projections: { status: 'degraded' } },
    });
    spy.mockRestore();
    const answer = await replay({ kind: 'projection', reader: 'banner' });
    expect([answer.status, answer.headers.has('x-log-position')]).toEqual([202, true]);
    await until(async () => (await letters()).length === 0);
    expect((await admin.get('/systemSettings/bannerMessage')).body).toMatchObject({ message: 'Poison' });
    await until(async () => (await bannerReader())?.rebuild === null);
    await platform.settled();
    const { body } = await admin.get<{ entries: object[] }>('/audit?action=ReplayRequested');
    expect(body.entries[0]).toMatchObject({
      actor: { id: admin.userId },
      target: { type: 'platform' },
      changes: [{ field: 'replayed', to: 'banner' }],
    });
  });

  it('contain an event parked by a reactor, which is retried until it succeeds', async () => {
    const reactor = platform.app.get(ReactorRegistry).all.find(({ name }) => name === 'sign-out-unpaid')!;
    const react = jest.spyOn(reactor, 'react').mockRejectedValue(new Error('The first cause'));
    const organizationId = await platform.organization();
    expect((await admin.put(`/organizations/${organizationId}/status?isPaid=false`)).status).toBe(204);
    await until(async () => (await letters()).length === 1);
    const [letter] = await letters();
    expect(letter).toMatchObject({ kind: 'reactor', reader: 'sign-out-unpaid', eventType: 'OrganizationMarkedUnpaid' });
    react.mockRejectedValue(new Error('Another cause'));
    const again = { kind: 'reactor', reader: 'sign-out-unpaid', id: letter!.id };
    expect((await replay(again)).status).toBe(202);
    await until(async () => {
      const [now] = await letters();
      return now?.error === 'Another cause' && !now.replaying;
    });
    react.mockResolvedValue(undefined);
    expect((await replay(again)).status).toBe(202);
    await until(async () => (await letters()).length === 0);
    expect(react).toHaveBeenLastCalledWith(expect.objectContaining({ eventId: letter!.id }));
  });

  it('contain a failed job, which is run again', async () => {
    const jobs = platform.app.get(Jobs);
    let fails = true;
    let ran = 0;
    jobs.handle('spec-job', async () => {
      ran += 1;
      if (fails) throw new Error('No mail for mara@example.org');
    });
    await (await jobs.inspect()).add('spec-job', {}, { jobId: 'spec-1', attempts: 1 });
    await until(async () => (await letters()).length === 1);
    expect(await letters()).toMatchObject([{ kind: 'job', reader: 'spec-job', id: 'spec-1', error: 'No mail for …' }]);
    expect((await status()).jobs).toMatchObject({ failed: 1 });
    fails = false;
    expect((await replay({ kind: 'job', id: 'spec-1' })).status).toBe(202);
    await until(async () => ran === 2 && (await letters()).length === 0);
    expect(await metric('ready_room_job_duration_seconds_count{job="spec-job",outcome="failed"}')).toBe(1);
    expect(await metric('ready_room_job_duration_seconds_count{job="spec-job",outcome="done"}')).toBe(1);
  });

  it.each([
    [{ kind: 'projection', reader: 'nothing' }, 404],
    [{ kind: 'reactor', reader: 'seats', id: '0198c0de-ffff-7000-8000-000000000000' }, 404],
    [{ kind: 'job', id: 'nothing' }, 404],
    [{ kind: 'projection' }, 400],
    [{ kind: 'reactor', reader: 'seats', id: 'no id' }, 400],
    [{ kind: 'everything' }, 400],
    [{ kind: 'job', id: 'x'.repeat(201) }, 400],
  ])('reject the replay of %j', async (body, expected) => {
    expect((await replay(body)).status).toBe(expected);
  });
});
