import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KurrentDbDouble } from '../platform/eventsourcing/kurrentdb/testing/kurrentdb-double.js';
import { makeFolder, removeDataDir } from './testing/folders.js';
import { killAll, launch, type PlatformProcess } from './testing/platform-process.js';

const checkout = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const ADMIN = {
  DEMO: 'off',
  BOOTSTRAP_ADMIN_USERNAME: 'root.admin',
  BOOTSTRAP_ADMIN_EMAIL: 'root@example.org',
  BOOTSTRAP_ADMIN_PASSWORD: 'bootstrap_secret_7#',
};

let dataDir: string;
beforeEach(() => {
  dataDir = makeFolder('data', 0o700);
});
afterEach(() => {
  killAll();
  removeDataDir(dataDir);
});

const start = (url: string): PlatformProcess =>
  launch({
    command: [process.execPath, 'dist/api/main.js'],
    cwd: checkout,
    env: { DATA_DIR: dataDir, KURRENTDB_URL: url, ...ADMIN },
  });

async function stop(platform: PlatformProcess): Promise<void> {
  process.kill(platform.pid, 'SIGTERM');
  expect(await platform.exited()).toEqual({ code: 0, signal: null });
  expect(platform.stderr()).not.toContain('unfinished requests were aborted');
}

it('stops while it waits for the first answer of its log, before anything has started', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket.on('error', () => undefined).resume()));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const connected = once(silent, 'connection');
  const platform = start(`kurrentdb://127.0.0.1:${(silent.address() as { port: number }).port}?tls=false`);
  await connected;
  await stop(platform);
  expect(existsSync(join(dataDir, 'postgres.json'))).toBe(false);
  for (const socket of sockets) socket.destroy();
  silent.close();
});

it('is ready without its log, stops without waiting for it, and ends with a sentence when another log answers', async () => {
  const double = await KurrentDbDouble.start();
  const first = start(double.url);
  await first.ready();
  await stop(first);
  double.close();

  const second = start(double.url);
  expect((await fetch(`${await second.ready()}/health/ready`)).status).toBe(200);
  await stop(second);

  const third = start(double.url);
  await third.ready();
  const other = await KurrentDbDouble.start();
  other.close();
  other.port = double.port;
  await other.listen();
  expect((await third.exited()).code).toBe(1);
  other.close();
  const sentences = third
    .stderr()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{'));
  expect(sentences).toEqual([
    expect.stringMatching(/^The KurrentDB of KURRENTDB_URL contains no event of this platform/),
  ]);
  expect(third.stderr()).not.toContain('unexpected error');
});
