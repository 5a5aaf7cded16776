import { jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder, removeDataDir } from '../../api/start/testing/folders.js';
import { killAll, launch } from '../../api/start/testing/platform-process.js';

/** Time for npm to install all production packages. */
jest.setTimeout(600_000);

const ADMIN = {
  DEMO: 'off',
  BOOTSTRAP_ADMIN_USERNAME: 'admin',
  BOOTSTRAP_ADMIN_EMAIL: 'admin@ready-room.example',
  BOOTSTRAP_ADMIN_PASSWORD: 'a long password, 1 digit',
};
const folder = mkdtempSync(join(tmpdir(), 'ready-room-release-'));
const dataDir = makeFolder('release', 0o700);
const [release, installed] = [join(folder, 'release'), join(folder, 'opt')];
const run = (cwd: string, program: string, ...args: string[]): string =>
  execFileSync(program, args, { cwd, encoding: 'utf8', env: { PATH: process.env['PATH'], DATA_DIR: dataDir } });

beforeAll(() => {
  execFileSync(process.execPath, ['infra/release/release.mjs', release], { stdio: 'ignore' });
});
afterAll(() => {
  killAll();
  removeDataDir(dataDir);
  rmSync(folder, { recursive: true, force: true });
});

it('packs a tarball that starts, is backed up and stops without containers and without npm', async () => {
  expect(run(release, 'sha256sum', '-c', 'SHA256SUMS')).toMatch(/\.tar\.gz: OK\n.*\.sbom\.cdx\.json: OK\n$/);
  execFileSync('mkdir', [installed]);
  const tarball = readdirSync(release).find((name) => name.endsWith('.tar.gz'))!;
  run(installed, 'tar', '-xzf', join(release, tarball), '--strip-components=1');
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(run(installed, 'node', 'dist/api/cli.js', '--version')).toBe(`${manifest.version}\n`);

  const platform = launch({
    command: ['node', 'dist/api/main.js'],
    cwd: installed,
    env: { NODE_ENV: 'production', DATA_DIR: dataDir, ...ADMIN },
  });
  const address = await platform.ready();
  expect((await fetch(address)).status).toBe(200);
  const [backup, keys] = [join(folder, 'backup'), join(folder, 'keys')];
  expect(run(installed, 'node', 'dist/api/cli.js', 'backup', backup, '--keys', keys)).toContain(`${keys}: keys of `);
  expect(run(installed, 'node', 'dist/api/cli.js', 'catalogue', 'publish', '--default', '--check')).toContain(
    'Nothing was published.',
  );
  process.kill(platform.pid, 'SIGTERM');
  expect(await platform.exited()).toEqual({ code: 0, signal: null });
});
