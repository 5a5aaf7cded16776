import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Tmpfs } from '../../infra/faults/testing/tmpfs.js';
import { SECRET_NAMES } from '../config.js';
import { withClient } from '../platform/database/postgres-roles.js';
import { createTestDatabase } from '../platform/database/testing/test-database.js';
import { KurrentDbDouble } from '../platform/eventsourcing/kurrentdb/testing/kurrentdb-double.js';
import { recordLogEngine } from '../platform/eventsourcing/log-location.js';
import { CERTIFICATE, CERTIFICATE_KEY } from '../testing/untrusted-certificate.js';
import { makeFolder, removeDataDir } from './testing/folders.js';
import { type Installation, makeInstallation } from './testing/installation.js';
import { eventually, killAll, launch, type PlatformProcess } from './testing/platform-process.js';

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

const start = (env: Record<string, string> = {}): PlatformProcess =>
  launch({ command: [process.execPath, 'main.mjs'], cwd: installation.root, env: { DATA_DIR: dataDir, ...env } });

/** Output of a refused start: one plain sentence, no stack, exit code 1, nothing on stdout. */
async function refusal(platform: PlatformProcess): Promise<string> {
  expect(await platform.exited()).toEqual({ code: 1, signal: null });
  expect(platform.stdout()).toBe('');
  const plain = platform
    .stderr()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{'));
  expect(plain).toHaveLength(1);
  return plain[0]!;
}

async function takePort(): Promise<{ port: number; server: Server }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as { port: number }).port, server };
}

const secrets = Object.fromEntries(SECRET_NAMES.map((name) => [name, randomBytes(32).toString('base64')]));

it.each(['PORT', 'OPS_PORT'])('names %s when it is in use', async (variable) => {
  const { port, server } = await takePort();
  try {
    const said = await refusal(start({ [variable]: String(port) }));
    expect(said).toBe(
      `Port ${port} on 127.0.0.1 is used by another program: stop it, or set ${variable} to another port.`,
    );
  } finally {
    server.close();
  }
});

it('names the missing files of a folder without a game build', async () => {
  const said = await refusal(start({ UNITY_BUILD_DIR: installation.root }));
  expect(said).toMatch(/^UNITY_BUILD_DIR \(.*\) contains no Unity build: found dist, .*; missing \*\.loader\.js, /);
});

it('names the file of erasures that it cannot read', async () => {
  const file = join(dataDir, 'missing', 'erasures');
  expect(await refusal(start({ ERASURES_FILE: file }))).toBe(
    `ERASURES_FILE: ${file} cannot be read (there is no such folder). Fix this first: without the file, erased people could reappear.`,
  );
});

it('names the process that already uses the same data folder', async () => {
  const first = start();
  await first.ready();
  expect(await refusal(start())).toBe(
    `Ready Room already runs on ${dataDir} (process ${first.pid}): stop it first, or set DATA_DIR to another folder.`,
  );
  process.kill(first.pid, 'SIGTERM');
  expect(await first.exited()).toEqual({ code: 0, signal: null });
});

it('lets one of two simultaneous starts succeed', async () => {
  const both = [start(), start()];
  const endings = await Promise.allSettled(both.map((platform) => platform.ready()));
  expect(endings.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const loser = both[endings.findIndex(({ status }) => status === 'rejected')]!;
  expect(await refusal(loser)).toContain('already runs on');
});

it('names an invalid setting', async () => {
  expect(await refusal(start({ PORT: 'eighty' }))).toMatch(/^PORT: /);
});

it('names DATABASE_URL when nothing answers there, without its password', async () => {
  const { port, server } = await takePort();
  await new Promise((resolve) => server.close(resolve));
  const said = await refusal(start({ ...secrets, DATABASE_URL: `postgres://app:hidden@127.0.0.1:${port}/training` }));
  expect(said).toMatch(new RegExp(`^The database 127.0.0.1:${port}/training does not answer .* check DATABASE_URL`));
  expect(said).not.toContain('hidden');
});

it('names the host that rejects the credentials of KURRENTDB_URL, before anything starts', async () => {
  const file = join(dataDir, 'ca.pem');
  writeFileSync(file, CERTIFICATE);
  const tls = { key: CERTIFICATE_KEY, certificate: CERTIFICATE };
  const double = await KurrentDbDouble.start({ tls, credentials: { username: 'app', password: 'hidden' } });
  try {
    const url = `kurrentdb://app:mistyped@localhost:${double.port}?tlsCAFile=${file}`;
    const began = performance.now();
    expect(await refusal(start({ KURRENTDB_URL: url }))).toBe(
      `KURRENTDB_URL: localhost:${double.port} rejects the user or the password.`,
    );
    expect(performance.now() - began).toBeLessThan(15_000);
    expect(existsSync(join(dataDir, 'postgres.json'))).toBe(false);
  } finally {
    double.close();
  }
});

it('refuses another log than that of the database, and a database that may lose acknowledged data', async () => {
  const database = await createTestDatabase();
  const env = { ...secrets, DATABASE_URL: database.appUrl, DATABASE_ADMIN_URL: database.adminUrl };
  try {
    const running = start(env);
    await running.ready();
    process.kill(running.pid, 'SIGTERM');
    await running.exited();

    await withClient(database.adminUrl, (client) => recordLogEngine(client, 'postgres', null));
    expect(await refusal(start({ ...env, KURRENTDB_URL: 'kurrentdb://127.0.0.1:1?tls=false' }))).toMatch(
      /^The log of this database is in PostgreSQL: unset KURRENTDB_URL/,
    );
    const name = new URL(database.appUrl).pathname.slice(1);
    await withClient(database.adminUrl, (client) =>
      client.query(`alter database ${name} set synchronous_commit = off`),
    );
    expect(await refusal(start(env))).toMatch(/^The database has synchronous_commit off/);
  } finally {
    await database.drop();
  }
});

it('reports once that the folder of its database was deleted while it runs, and can be stopped', async () => {
  const running = start();
  await running.ready();
  rmSync(dataDir, { recursive: true });
  const said = () => running.stderr().split('PostgreSQL could not be restarted').length - 1;
  await eventually('the message', () => said() > 0);
  expect(running.stderr()).toContain(`its folder ${dataDir}/postgres is missing: restore it, or restore a backup`);
  // Three more checks.
  await pause(1_600);
  expect(said()).toBe(1);
  process.kill(running.pid, 'SIGTERM');
  expect(await running.exited()).toEqual({ code: 0, signal: null });
});

const canMount = Tmpfs.isPossible();

(canMount ? describe : describe.skip)('a full disk (needs the right to mount a tmpfs)', () => {
  let disk: Tmpfs | undefined;
  afterEach(() => {
    killAll();
    disk?.remove();
  });

  it('is named at the first start', async () => {
    disk = Tmpfs.make(20);
    expect(await refusal(start({ DATA_DIR: disk.folder }))).toBe(
      `The disk of ${disk.folder}/postgres is full: free some space, then start again.`,
    );
  });

  it('is named at a later start, which works once there is space', async () => {
    disk = Tmpfs.make(130);
    const env = { DATA_DIR: disk.folder };
    const stop = async (running: PlatformProcess): Promise<void> => {
      await running.ready();
      process.kill(running.pid, 'SIGTERM');
      expect(await running.exited()).toEqual({ code: 0, signal: null });
    };
    await stop(start(env));
    disk.fill();
    expect(await refusal(start(env))).toBe('The disk of DATA_DIR is full: free some space, then start again.');
    disk.makeRoom();
    await stop(start(env));
  });
});
