import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { sendRequest } from '../http/testing/send-request.js';
import { createTestHttpApplication } from '../http/testing/test-http-application.js';
import { Metrics } from './metrics.js';
import { BUILD } from './package-info.js';
import { OpsServer } from './ops-server.js';
import { ReadinessChecks } from './readiness-checks.js';

let app: NestFastifyApplication;
let opsPort: number;

beforeAll(async () => {
  app = await createTestHttpApplication({});
  opsPort = await app.get(OpsServer).listen();
});

afterAll(() => app.close());

const readOps = (path: string): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: opsPort, path, agent: false }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    }).once('error', reject);
  });

it('reports live always, and ready while no check is down', async () => {
  const readiness = app.get(ReadinessChecks);
  let status: 'up' | 'degraded' | 'down' = 'up';
  readiness.register('database', async () => ({ status, detail: { lag: 5 } }));
  expect((await sendRequest(app, { url: '/health/live' })).statusCode).toBe(200);
  expect((await sendRequest(app, { url: '/health/ready' })).json()).toEqual({ status: 'ready' });
  status = 'degraded';
  expect((await sendRequest(app, { url: '/health/ready' })).statusCode).toBe(200);
  status = 'down';
  const down = await sendRequest(app, { url: '/health/ready' });
  expect([down.statusCode, down.body]).toEqual([503, '{"status":"not ready"}']);
  const details = await readOps('/health/details');
  expect([details.status, JSON.parse(details.body)]).toEqual([
    503,
    { ready: false, checks: { database: { status: 'down', detail: { lag: 5 } } }, build: BUILD },
  ]);
  const metrics = (await readOps('/metrics')).body;
  expect(metrics).toContain('\nready_room_ready 0\n');
  expect(metrics).toContain('\nready_room_check{check="database",status="down"} 1\n');
  status = 'up';
  const again = (await readOps('/metrics')).body;
  expect(again).toContain('\nready_room_ready 1\n');
  expect(again).not.toContain('status="down"');
});

it('reports a check that throws as down', async () => {
  const readiness = new ReadinessChecks(new Metrics());
  readiness.register('mail', () => Promise.reject(new Error('no route')));
  expect(await readiness.report()).toEqual({ ready: false, checks: { mail: { status: 'down', detail: 'no route' } } });
});

it('reports not ready while stopping', async () => {
  const readiness = new ReadinessChecks(new Metrics());
  readiness.stop();
  expect((await readiness.report()).ready).toBe(false);
});

it('publishes requests by route pattern, only on the operators’ port', async () => {
  await sendRequest(app, { url: '/health/live?secret=1' });
  const metrics = await readOps('/metrics');
  expect(metrics.body).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/health\/live",status="2xx"\} \d+/,
  );
  expect(metrics.body).toContain('process_cpu_seconds_total');
  expect(metrics.body).not.toContain('secret');
  expect((await sendRequest(app, { url: '/metrics' })).statusCode).toBe(404);
  expect((await readOps('/other')).status).toBe(404);
});
