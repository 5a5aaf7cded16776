import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { TestPlatform } from '../../testing/test-platform.js';
import { POOL } from '../database/pool.js';
import { closeAll, connected, openLive } from '../live/testing/live-client.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await TestPlatform.start();
  // A worker of the other build stays registered, otherwise this node would rebuild its own read models.
  await platform.app.get<Pool>(POOL).query(
    `insert into plain.leader_candidates (node_id, seen_at, read_models, build)
     select gen_random_uuid(), 'infinity', array['attempts_v' || live_version + 1], 0
     from plain.projections where name = 'attempts'`,
  );
});
afterEach(closeAll);
afterAll(() => platform.stop());

const serveVersion = (change: string) =>
  platform.app
    .get<Pool>(POOL)
    .query(`update plain.projections set live_version = live_version ${change} where name = 'attempts'`);

const announceVersion = (announced: string): Promise<unknown> =>
  platform.app
    .get<Pool>(POOL)
    .query(`update plain.projections set announced_version = ${announced} where name = 'attempts'`);

async function eventually(path: string, status: number): Promise<Response> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const response = await fetch(`${platform.url}${path}`);
    if (response.status === status || Date.now() > deadline) return response;
    await delay(50);
  }
}

it('rejects reads while another build’s read models serve, and continues when its own serve again', async () => {
  const admin = await platform.admin();
  const { socket } = openLive(platform.url, admin.token);
  expect(await connected(socket)).toBe('connected');
  const dropped = new Promise((resolve) => socket.once('disconnect', resolve));
  await serveVersion('+ 1');
  expect((await eventually('/health/ready', 503)).status).toBe(503);
  const refused = await admin.get('/groups');
  expect([refused.status, refused.problem.code, refused.headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '5']);
  expect((await fetch(`${platform.url}/health/live`)).status).toBe(200);
  expect(await dropped).toBe('io server disconnect');
  expect(await connected(openLive(platform.url, admin.token).socket)).toBe('unavailable');
  await serveVersion('- 1');
  expect((await eventually('/health/ready', 200)).status).toBe(200);
  expect((await admin.get('/groups')).status).toBe(200);
});

it('reports not ready before another build starts to serve, and responds until then', async () => {
  const admin = await platform.admin();
  await announceVersion('live_version + 1');
  expect((await eventually('/health/ready', 503)).status).toBe(503);
  expect((await admin.get('/groups')).status).toBe(200);
  await announceVersion('null');
  expect((await eventually('/health/ready', 200)).status).toBe(200);
});

it('reports ready before its own read models start to serve, and responds when they do', async () => {
  const admin = await platform.admin();
  await announceVersion('live_version');
  await serveVersion('+ 1');
  // The served versions are cached for a second.
  expect((await eventually('/health/ready', 200)).status).toBe(200);
  let isAnswered = false;
  const asked = admin.get('/groups').finally(() => (isAnswered = true));
  await delay(200);
  const before = isAnswered;
  await serveVersion('- 1');
  await announceVersion('null');
  expect([before, (await asked).status]).toEqual([false, 200]);
});
