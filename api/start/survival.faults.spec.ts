import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, figure } from '../../infra/bench/figure.js';
import { type Breakage, breakBuild } from '../../infra/faults/testing/broken-build.js';
import { fault } from '../../infra/faults/testing/fault.js';
import { processIdentity } from '../platform/database/process-identity.js';
import { ADMIN_ROLE, withClient } from '../platform/database/postgres-roles.js';
import { urlsOf } from '../platform/database/postgres-run.js';
import { loadPostgresState } from '../platform/database/postgres-state.js';
import { makeFolder, postgresStateOf, removeDataDir } from './testing/folders.js';
import { type Installation, makeInstallation } from './testing/installation.js';
import { eventually, killAll, launch, type PlatformProcess } from './testing/platform-process.js';

/** Longer than PostgreSQL is down when it is supervised. */
const PATIENCE_SECONDS = 8;
const withoutSupervision: Breakage = {
  file: 'api/platform/database/postgres-supervision.js',
  from: 'const CHECK_MS = 500;',
  to: 'const CHECK_MS = 600_000;',
};

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

const start = (from = installation): PlatformProcess =>
  launch({ command: [process.execPath, 'main.mjs'], cwd: from.root, env: { DATA_DIR: dataDir } });

/** Folders of clusters that are not complete. */
const drafts = (): string[] => readdirSync(dataDir).filter((name) => name.startsWith('postgres.new'));

async function stop(platform: PlatformProcess): Promise<void> {
  process.kill(platform.pid, 'SIGTERM');
  expect(await platform.exited()).toEqual({ code: 0, signal: null });
}

async function remember(...words: string[]): Promise<void> {
  await withClient(postgresStateOf(dataDir).adminUrl, async (client) => {
    await client.query('create table if not exists public.remembered (word text)');
    for (const word of words) await client.query('insert into public.remembered values ($1)', [word]);
  });
}

const remembered = async (): Promise<string[]> =>
  withClient(postgresStateOf(dataDir).adminUrl, async (client) => {
    const { rows } = await client.query<{ word: string }>('select word from public.remembered order by word');
    return rows.map((row) => row.word);
  });

it('takes over the server that a killed process left running, and stops it at the end', async () => {
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

fault('PostgreSQL killed while the application runs', () => killServer(installation), {
  name: 'PostgreSQL is not supervised',
  measure: async () => {
    const unsupervised = makeInstallation('linked');
    try {
      breakBuild(join(unsupervised.root, 'dist'), [withoutSupervision]);
      return await killServer(unsupervised);
    } finally {
      unsupervised.remove();
    }
  },
});

async function killServer(from: Installation): Promise<Figure[]> {
  const platform = start(from);
  await platform.ready();
  await remember('acknowledged');
  const { adminUrl, pid } = postgresStateOf(dataDir);
  process.kill(pid(), 'SIGKILL');
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1_000;
  const isBack = (): boolean => platform.stderr().includes('PostgreSQL is running again');
  while (!isBack() && seconds() < PATIENCE_SECONDS) await pause(20);
  const away = figure('unavailable for', seconds(), 's', { atMost: 5 });
  if (!isBack()) return [away];
  expect(postgresStateOf(dataDir).adminUrl).toBe(adminUrl);
  const lost = figure('lost', 1 - (await remembered()).length, 'of 1', { atMost: 0 });
  await stop(platform);
  return [away, lost];
}

fault('application and PostgreSQL killed at the same time', () => killBoth(), {
  name: 'commits are not flushed',
  measure: () => killBoth(dontFlush),
});

async function killBoth(prepare: () => Promise<void> = () => Promise.resolve()): Promise<Figure[]> {
  const killed = start();
  await killed.ready();
  await remember();
  await prepare();
  const words = Array.from({ length: 20 }, (_, nth) => `word ${nth}`);
  await remember(...words);
  process.kill(postgresStateOf(dataDir).pid(), 'SIGKILL');
  process.kill(killed.pid, 'SIGKILL');
  await killed.exited();

  const next = start();
  await next.ready();
  const kept = await remembered();
  await stop(next);
  return [figure('lost', words.filter((word) => !kept.includes(word)).length, `of ${words.length}`, { atMost: 0 })];
}

/** Applies to the next sessions of all users. */
async function dontFlush(): Promise<void> {
  const { superuserUrl } = urlsOf((await loadPostgresState(dataDir))!);
  await withClient(superuserUrl, async (client) => {
    await client.query(`alter role ${ADMIN_ROLE} set synchronous_commit = off`);
    await client.query("alter system set wal_writer_delay = '10s'");
    await client.query('select pg_reload_conf()');
  });
}

it('starts although postmaster.pid and run.lock name other running programs', async () => {
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

it('uses another port when its own was taken meanwhile', async () => {
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

it('starts over after an earlier first start that was killed halfway', async () => {
  const first = start();
  // Its initdb keeps running for some seconds, at the same time as the next start.
  await eventually('the files of the new cluster', () =>
    drafts().some((draft) => existsSync(join(dataDir, draft, 'pg_wal'))),
  );
  process.kill(first.pid, 'SIGKILL');
  await first.exited();
  mkdirSync(join(dataDir, 'postgres.new'), { recursive: true });
  appendFileSync(join(dataDir, 'postgres.new', 'half'), 'a cluster');

  const next = start();
  await next.ready();
  await stop(next);
  expect(drafts()).toEqual([]);
});

it('never replaces secrets or passwords that a database in use needs', async () => {
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
