import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { processIdentity } from '../platform/database/process-identity.js';
import { withClient } from '../platform/database/postgres-roles.js';
import { makeFolder, postgresStateOf, removeDataDir } from './testing/folders.js';
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

const start = (): PlatformProcess =>
  launch({ command: [process.execPath, 'main.mjs'], cwd: installation.root, env: { DATA_DIR: dataDir } });

async function stop(platform: PlatformProcess): Promise<void> {
  process.kill(platform.pid, 'SIGTERM');
  expect(await platform.exited()).toEqual({ code: 0, signal: null });
}

async function remember(word: string): Promise<void> {
  await withClient(postgresStateOf(dataDir).adminUrl, async (client) => {
    await client.query('create table if not exists public.remembered (word text)');
    await client.query('insert into public.remembered values ($1)', [word]);
  });
}

const remembered = async (): Promise<string[]> =>
  withClient(postgresStateOf(dataDir).adminUrl, async (client) => {
    const { rows } = await client.query<{ word: string }>('select word from public.remembered order by word');
    return rows.map((row) => row.word);
  });

it('takes over the server that a killed process left behind, and stops it in the end', async () => {
  const killed = start();
  await killed.ready();
  await remember('before');
  const server = postgresStateOf(dataDir).pid();
  process.kill(killed.pid, 'SIGKILL');
  await killed.exited();

  const next = start();
  await next.ready();
  expect(postgresStateOf(dataDir).pid()).toBe(server);
  expect(await remembered()).toEqual(['before']);
  await stop(next);
  expect(processIdentity(server)).toBeUndefined();
});

it('starts a killed server again while the application runs', async () => {
  const platform = start();
  await platform.ready();
  await remember('acknowledged');
  const { adminUrl, pid } = postgresStateOf(dataDir);
  const server = pid();
  process.kill(server, 'SIGKILL');
  await eventually('PostgreSQL', () => platform.stderr().includes('PostgreSQL is back'));
  expect(postgresStateOf(dataDir).adminUrl).toBe(adminUrl);
  expect(pid()).not.toBe(server);
  expect(await remembered()).toEqual(['acknowledged']);
  await stop(platform);
});

it('starts again after both were killed', async () => {
  const killed = start();
  await killed.ready();
  await remember('acknowledged');
  const server = postgresStateOf(dataDir).pid();
  process.kill(killed.pid, 'SIGKILL');
  process.kill(server, 'SIGKILL');
  await killed.exited();

  const next = start();
  await next.ready();
  expect(await remembered()).toEqual(['acknowledged']);
  await stop(next);
});

it('starts although postmaster.pid and run.lock name other live programs', async () => {
  const first = start();
  await first.ready();
  const pidFile = join(postgresStateOf(dataDir).cluster, 'postmaster.pid');
  const content = readFileSync(pidFile, 'utf8');
  const lock = JSON.parse(readFileSync(join(dataDir, 'run.lock'), 'utf8')) as { identity: string };
  await stop(first);
  writeFileSync(pidFile, content.replace(/^\d+/, String(process.pid)));
  writeFileSync(join(dataDir, 'run.lock'), JSON.stringify({ ...lock, pid: process.pid }));

  const next = start();
  await next.ready();
  await stop(next);
});

it('finds another port when its own was taken meanwhile', async () => {
  const first = start();
  await first.ready();
  await remember('before');
  const { port } = new URL(postgresStateOf(dataDir).adminUrl);
  await stop(first);

  const other = createServer();
  await new Promise<void>((resolve) => other.listen(Number(port), '127.0.0.1', resolve));
  try {
    const next = start();
    await next.ready();
    expect(new URL(postgresStateOf(dataDir).adminUrl).port).not.toBe(port);
    expect(await remembered()).toEqual(['before']);
    await stop(next);
  } finally {
    other.close();
  }
});

it('begins anew where an earlier first start was killed halfway', async () => {
  const first = start();
  await eventually('the new cluster', () => first.stderr().includes('creating the database') || undefined);
  process.kill(first.pid, 'SIGKILL');
  await first.exited();
  mkdirSync(join(dataDir, 'postgres.new'), { recursive: true });
  appendFileSync(join(dataDir, 'postgres.new', 'half'), 'a cluster');

  const next = start();
  await next.ready();
  await stop(next);
});

it('never replaces secrets or passwords that a used database needs', async () => {
  const first = start();
  await first.ready();
  await stop(first);

  for (const file of ['secrets.json', 'postgres.json']) {
    renameSync(join(dataDir, file), join(dataDir, 'kept'));
    const refused = start();
    expect(await refused.exited()).toEqual({ code: 1, signal: null });
    expect(refused.stderr()).toMatch(new RegExp(`${file}.*restore it`));
    rmSync(join(dataDir, file), { force: true });
    renameSync(join(dataDir, 'kept'), join(dataDir, file));
  }
  const next = start();
  await next.ready();
  await stop(next);
});
