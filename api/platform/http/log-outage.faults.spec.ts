import type { Config } from '../../config.js';
import { TestClient } from '../../testing/test-client.js';
import { TestPlatform } from '../../testing/test-platform.js';
import { until } from '../../testing/until.js';
import { createTestDatabase, type TestDatabase } from '../database/testing/test-database.js';
import { KurrentDbDouble } from '../eventsourcing/kurrentdb/testing/kurrentdb-double.js';
import { ReadinessChecks } from '../ops/readiness-checks.js';

let database: TestDatabase;
let double: KurrentDbDouble;
let platform: TestPlatform;
beforeAll(async () => {
  [database, double] = await Promise.all([createTestDatabase(), KurrentDbDouble.start()]);
  platform = await start({});
});
afterAll(async () => {
  await platform.stop();
  double.close();
  await database.drop();
});

const start = (overrides: Partial<Config>): Promise<TestPlatform> =>
  TestPlatform.start({ kurrentDb: { url: double.url, streamPrefix: '' }, ...overrides }, () => database);

/** Returns the first report with degraded projections. On a busy machine, a check may take longer than a report waits for it. */
async function degraded(checks: ReadinessChecks) {
  let report = await checks.report();
  await until(async () => {
    report = await checks.report();
    return report.checks['projections']?.status === 'degraded';
  });
  return report;
}

it('degrades a node whose log does not answer, and leaves it ready', async () => {
  const admin = await platform.admin();
  const checks = platform.app.get(ReadinessChecks);
  await until(async () => (await checks.report()).checks['projections']?.status === 'up');
  double.close();
  const { ready, checks: during } = await degraded(checks);
  expect(during['projections']!.detail).toEqual({ log: expect.stringMatching(/answer/), parked: [] });
  expect(ready).toBe(true);
  expect((await fetch(`${platform.url}/health/ready`)).status).toBe(200);
  const create = async () => (await admin.post('/users/accessCodes')).status;
  expect(await create()).toBe(503);
  await double.listen();
  await until(async () => (await create()) !== 503);
  await until(async () => (await checks.report()).checks['projections']?.status === 'up');
});

it('starts while its log does not answer: serves reads, refuses writes, and completes the start when the log answers', async () => {
  await platform.organization('Before the outage');
  await platform.settled();
  const before = await platform.admin();
  await platform.stop();
  double.close();
  platform = await start({ bootstrapAdmin: undefined, catalogueId: '0198c0de-0000-7000-8000-0000000000c2' });
  const admin = new TestClient(platform.url, before.userId, before.token, before.refreshToken);
  expect(await degraded(platform.app.get(ReadinessChecks))).toMatchObject({ ready: true });
  expect((await admin.get<{ name: string }[]>('/organizations')).body).toMatchObject([{ name: 'Before the outage' }]);
  const calls = { ...double.log.calls };
  expect(await admin.post('/users/accessCodes')).toMatchObject({ status: 503, problem: { code: 'UNAVAILABLE' } });
  expect(double.log.calls).toEqual(calls);

  await double.listen();
  await until(async () => (await admin.post('/users/accessCodes')).status !== 503);
  await until(async () => (await platform.app.get(ReadinessChecks).report()).checks['projections']?.status === 'up');
  const published = () => double.log.records.filter(({ type }) => type === 'CataloguePublished').length;
  await until(() => published() === 2);
  await platform.settled();
});
