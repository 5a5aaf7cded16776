import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { processIdentity } from '../platform/database/process-identity.js';
import { makeFolder, postgresStateOf, removeDataDir } from './testing/folders.js';
import { type Installation, makeInstallation } from './testing/installation.js';
import { eventually, killAll, launch, type PlatformProcess } from './testing/platform-process.js';

/** Ignores duplicate signals within one second of the first. */
const SURELY_ANOTHER_SIGNAL_MS = 1_500;

let installation: Installation;
let dataDir: string;

beforeAll(() => {
  installation = makeInstallation('linked');
});
beforeEach(() => {
  dataDir = makeFolder('data', 0o711);
});
afterEach(() => {
  killAll();
  removeDataDir(dataDir);
});
afterAll(() => installation.remove());

const npmStart = (): PlatformProcess =>
  launch({ command: ['npm', 'start'], cwd: installation.root, env: { DATA_DIR: dataDir } });

const start = (env: Record<string, string> = {}): PlatformProcess =>
  launch({ command: [process.execPath, 'main.mjs'], cwd: installation.root, env: { DATA_DIR: dataDir, ...env } });

/** Returns the process that uses the data folder. Under npm it is a child of the started one. */
const applicationPid = (): number =>
  (JSON.parse(readFileSync(join(dataDir, 'run.lock'), 'utf8')) as { pid: number }).pid;

it.each([
  ['Ctrl-C to the whole process group', 'SIGINT', -1],
  ['SIGTERM to npm alone', 'SIGTERM', 1],
] as const)('stops everything on %s, with exit code 0', async (_name, signal, target) => {
  const npm = npmStart();
  await npm.ready();
  const server = postgresStateOf(dataDir).pid();
  const application = applicationPid();
  process.kill(target * npm.pid, signal);
  expect(await npm.exited()).toEqual({ code: 0, signal: null });
  expect([processIdentity(application), processIdentity(server)]).toEqual([undefined, undefined]);
  expect(existsSync(join(dataDir, 'run.lock'))).toBe(false);
});

it('stops cleanly on a signal during the start', async () => {
  const platform = start();
  await eventually('the start', () => existsSync(join(dataDir, 'run.lock')));
  process.kill(platform.pid, 'SIGTERM');
  expect(await platform.exited()).toEqual({ code: 0, signal: null });
  expect(platform.stdout()).toBe('');
  expect(existsSync(join(postgresStateOf(dataDir).cluster, 'postmaster.pid'))).toBe(false);
});

it('keeps serving for the time that a proxy needs to notice', async () => {
  const platform = start({ STOP_DELAY_SECONDS: '2' });
  const address = await platform.ready();
  process.kill(platform.pid, 'SIGTERM');
  await eventually('the drain', () => platform.stderr().includes('draining'));
  expect((await fetch(address)).status).toBe(200);
  expect(await platform.exited()).toEqual({ code: 0, signal: null });
});

it('stops draining in time to exit within 10 seconds', async () => {
  const platform = start({ HANG_ON_CLOSE: 'yes' });
  await platform.ready();
  const since = performance.now();
  process.kill(platform.pid, 'SIGTERM');
  expect(await platform.exited()).toEqual({ code: 0, signal: null });
  expect(performance.now() - since).toBeLessThan(10_000);
});

it('exits immediately on a second signal, and still stops PostgreSQL', async () => {
  const platform = start({ HANG_ON_CLOSE: 'yes' });
  await platform.ready();
  const server = postgresStateOf(dataDir).pid();
  process.kill(platform.pid, 'SIGINT');
  await eventually('the drain', () => platform.stderr().includes('draining'));
  await pause(SURELY_ANOTHER_SIGNAL_MS);
  process.kill(platform.pid, 'SIGINT');
  // Exit code 0 would mean that draining ran until its deadline.
  expect(await platform.exited()).toEqual({ code: 1, signal: null });
  expect(processIdentity(server)).toBeUndefined();
});
