import { chmodSync, chownSync, mkdirSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { withClient } from '../platform/database/postgres-roles.js';
import { makeFolder, postgresStateOf, removeDataDir } from './testing/folders.js';
import { type Installation, makeInstallation } from './testing/installation.js';
import { isRoot, killAll, launch } from './testing/platform-process.js';

const start = [process.execPath, 'main.mjs'];
const onlyAsRoot = isRoot ? it : it.skip;
const dataDirs: string[] = [];
let installation: Installation;

beforeAll(() => {
  installation = makeInstallation('linked');
});
afterEach(killAll);
afterAll(() => {
  dataDirs.forEach(removeDataDir);
  installation.remove();
});

function dataDir(mode: number, owner?: number): string {
  const folder = makeFolder('data', mode);
  if (owner !== undefined) chownSync(folder, owner, owner);
  dataDirs.push(folder);
  return folder;
}

const queryRow = async (url: string, text: string) => (await withClient(url, (client) => client.query(text))).rows[0];

onlyAsRoot('runs as root in a folder of mode 700 (needs root)', async () => {
  const folder = dataDir(0o700);
  const platform = launch({ command: start, cwd: installation.root, env: { DATA_DIR: folder } });
  const address = await platform.ready();
  expect(await (await fetch(address)).text()).toBe('ok');
  const { cluster, pid } = postgresStateOf(folder);
  expect(cluster).toMatch(/^\/var\/lib\/ready-room\/[0-9a-f]{16}$/);
  expect(statSync(`/proc/${pid()}`).uid).not.toBe(0);
  process.kill(platform.pid, 'SIGTERM');
  expect(await platform.exited()).toEqual({ code: 0, signal: null });
});

onlyAsRoot(
  'starts with a new cluster when its data folder was deleted, and keeps the old cluster (needs root)',
  async () => {
    const folder = dataDir(0o700);
    const run = async () => {
      const platform = launch({ command: start, cwd: installation.root, env: { DATA_DIR: join(folder, 'data') } });
      await platform.ready();
      const { cluster } = postgresStateOf(join(folder, 'data'));
      process.kill(platform.pid, 'SIGTERM');
      await platform.exited();
      return cluster;
    };
    const cluster = await run();
    rmSync(join(folder, 'data'), { recursive: true });
    expect(await run()).toBe(cluster);
    const kept = readdirSync(dirname(cluster)).filter((name) => name.startsWith(`${basename(cluster)}.left-`));
    expect(kept).toHaveLength(1);
    for (const path of [cluster, join(dirname(cluster), kept[0]!)]) rmSync(path, { recursive: true });
  },
);

onlyAsRoot('copies binaries from an inaccessible folder and creates their missing links (needs root)', async () => {
  const closed = makeInstallation('copied');
  const copy = `/var/lib/ready-room/postgres-${closed.version}`;
  try {
    chmodSync(closed.root, 0o700);
    const folder = dataDir(0o711);
    const platform = launch({ command: start, cwd: closed.root, env: { DATA_DIR: folder } });
    await platform.ready();
    expect(readlinkSync(`/proc/${postgresStateOf(folder).pid()}/exe`)).toBe(`${copy}/native/bin/postgres`);
    expect(postgresStateOf(folder).cluster).toBe(join(folder, 'postgres'));
    process.kill(platform.pid, 'SIGTERM');
    expect(await platform.exited()).toEqual({ code: 0, signal: null });
  } finally {
    rmSync(copy, { recursive: true, force: true });
    closed.remove();
  }
});

it('runs as an ordinary user without LANG, in UTF-8, and protects its secrets', async () => {
  const folder = dataDir(0o755, isRoot ? 65_534 : undefined);
  const own = join(folder, 'new', 'data');
  const platform = launch({ command: start, cwd: installation.root, env: { DATA_DIR: own }, unprivileged: true });
  await platform.ready();
  const { adminUrl } = postgresStateOf(own);
  const text = `select current_setting('server_encoding') as encoding, upper('ä') as upper`;
  expect(await queryRow(adminUrl, text)).toEqual({ encoding: 'UTF8', upper: 'Ä' });
  expect(platform.stdout()).toMatch(/^ready http:\/\/127\.0\.0\.1:\d+\n$/);
  for (const file of ['postgres.json', 'secrets.json', 'run.lock', 'postgres.log']) {
    expect([file, statSync(join(own, file)).mode & 0o777]).toEqual([file, 0o600]);
  }
  expect(statSync(own).mode & 0o777).toBe(0o700);
  process.kill(platform.pid, 'SIGTERM');
  expect(await platform.exited()).toEqual({ code: 0, signal: null });
});

it('works without library links in a read-only installation', async () => {
  const unlinked = makeInstallation('copied');
  try {
    for (const path of [unlinked.root, join(unlinked.root, 'node_modules')]) chmodSync(path, 0o755);
    const folder = dataDir(0o755, isRoot ? 65_534 : undefined);
    const platform = launch({ command: start, cwd: unlinked.root, env: { DATA_DIR: folder }, unprivileged: true });
    await platform.ready();
    process.kill(platform.pid, 'SIGTERM');
    expect(await platform.exited()).toEqual({ code: 0, signal: null });
  } finally {
    unlinked.remove();
  }
});

it('reports that it cannot access the data folder', async () => {
  const folder = dataDir(0o755);
  mkdirSync(join(folder, 'closed'), { mode: 0o555 });
  const env = { DATA_DIR: join(folder, 'closed', 'data') };
  const platform = launch({ command: start, cwd: installation.root, env, unprivileged: true });
  expect(await platform.exited()).toEqual({ code: 1, signal: null });
  expect(platform.stderr()).toBe(
    `The data folder ${env.DATA_DIR} cannot be used (EACCES): give this user write access to it, or set DATA_DIR to another folder.\n`,
  );
});

it('names DATABASE_URL when there is no PostgreSQL for this machine', async () => {
  const bare = makeInstallation('missing');
  try {
    const platform = launch({ command: start, cwd: bare.root, env: { DATA_DIR: dataDir(0o711) } });
    expect(await platform.exited()).toEqual({ code: 1, signal: null });
    expect(platform.stderr()).toMatch(/^No PostgreSQL is installed for .* or set DATABASE_URL to .*\n$/);
  } finally {
    bare.remove();
  }
});
