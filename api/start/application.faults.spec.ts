import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { processIdentity } from '../platform/database/process-identity.js';
import { makeFolder, postgresStateOf, removeDataDir } from './testing/folders.js';
import { eventually, killAll, launch, type PlatformProcess } from './testing/platform-process.js';

const checkout = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
let dataDir: string;

beforeEach(() => {
  dataDir = makeFolder('data', 0o700);
});
afterEach(() => {
  killAll();
  removeDataDir(dataDir);
});

/** The built application without npm, whose prestart script could rebuild it under other specs. */
const start = (env: Record<string, string> = {}): PlatformProcess =>
  launch({ command: [process.execPath, 'dist/api/main.js'], cwd: checkout, env: { DATA_DIR: dataDir, ...env } });

const status = async (address: string, path: string): Promise<number> => (await fetch(address + path)).status;

it('is ready when it says so, prints nothing else, and stops after its last line, with requests still connected', async () => {
  const platform = start({ STOP_DELAY_SECONDS: '2' });
  const address = await platform.ready();
  expect(await status(address, '/health/ready')).toBe(200);
  expect(await status(address, '/health/live')).toBe(200);
  const server = postgresStateOf(dataDir).pid();
  // A client that keeps its connection open must not block the stop.
  const idle = connect(Number(new URL(address).port), '127.0.0.1');
  await new Promise((resolve) => idle.once('connect', resolve));
  idle.on('error', () => undefined);

  const since = performance.now();
  process.kill(platform.pid, 'SIGTERM');
  // Existing connections are still served, but not the next request on the same connection.
  const deadline = Date.now() + 2_000;
  while ((await status(address, '/health/ready')) !== 503) expect(Date.now()).toBeLessThan(deadline);
  const leaving = await fetch(`${address}/config.json`);
  expect([leaving.status, leaving.headers.get('connection')]).toEqual([200, 'close']);
  expect(await platform.exited()).toEqual({ code: 0, signal: null });
  expect(performance.now() - since).toBeLessThan(10_000);
  expect(platform.stderr()).not.toContain('unfinished requests were aborted');
  expect(platform.stdout()).toBe(`ready ${address}\n`);
  expect(processIdentity(server)).toBeUndefined();
});

it('recovers by itself each time PostgreSQL is killed', async () => {
  const platform = start();
  const address = await platform.ready();
  for (let kills = 1; kills <= 3; kills++) {
    process.kill(postgresStateOf(dataDir).pid(), 'SIGKILL');
    await eventually('PostgreSQL', () => platform.stderr().split('PostgreSQL is running again').length > kills);
    const deadline = Date.now() + 20_000;
    while ((await status(address, '/health/ready')) !== 200) expect(Date.now()).toBeLessThan(deadline);
  }
  process.kill(platform.pid, 'SIGTERM');
  expect(await platform.exited()).toEqual({ code: 0, signal: null });
  expect(platform.stderr()).not.toContain('unexpected error');
});
