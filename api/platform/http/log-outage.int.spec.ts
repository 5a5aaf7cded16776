import { TestPlatform } from '../../testing/test-platform.js';
import { until } from '../../testing/until.js';
import { KurrentDbDouble } from '../eventsourcing/kurrentdb/testing/kurrentdb-double.js';
import { ReadinessChecks } from '../ops/readiness-checks.js';

let double: KurrentDbDouble;
let platform: TestPlatform;
beforeAll(async () => {
  double = await KurrentDbDouble.start();
  platform = await TestPlatform.start({ kurrentDb: { url: double.url, streamPrefix: '' } });
});
afterAll(async () => {
  await platform.stop();
  double.close();
});

it('degrades a node whose log does not answer, and leaves it ready', async () => {
  const admin = await platform.admin();
  const checks = platform.app.get(ReadinessChecks);
  await until(async () => (await checks.report()).checks['projections']?.status === 'up');
  double.close();
  const { ready, checks: during } = await checks.report();
  expect(during['projections']).toEqual({
    status: 'degraded',
    detail: { log: expect.stringMatching(/answer/), parked: [] },
  });
  expect(ready).toBe(true);
  expect((await fetch(`${platform.url}/health/ready`)).status).toBe(200);
  const create = async () => (await admin.post('/users/accessCodes')).status;
  expect(await create()).toBe(503);
  await double.listen();
  await until(async () => (await create()) !== 503);
  await until(async () => (await checks.report()).checks['projections']?.status === 'up');
});
