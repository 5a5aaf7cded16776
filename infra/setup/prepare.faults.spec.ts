import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
let root: string;

/** A small checkout: builders that record their runs, and a lock file without packages. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ready-room-prepare-'));
  cpSync(here, join(root, 'infra/setup'), { recursive: true });
  cpSync(join(here, '../../api/require-node.mjs'), join(root, 'api/require-node.mjs'));
  write('package.json', JSON.stringify(manifest('1.0.0')));
  write('package-lock.json', lock('1.0.0'));
  write('api/main.ts', 'api');
  write('api/contracts/grade.ts', 'contract');
  write('web/index.html', 'web');
  installed();
});
afterEach(() => rmSync(root, { recursive: true }));

const manifest = (version: string) => ({ name: 'small', version, engines: { node: '>=20.19' } });

const lock = (version: string) =>
  JSON.stringify({ name: 'small', version, lockfileVersion: 3, packages: { '': manifest(version) } });

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

const builder = (name: string, result: string) =>
  `const fs = require('fs'); fs.mkdirSync('dist/${name}', { recursive: true }); fs.writeFileSync('${result}', '${name}');`;

/** Creates what npm ci would have installed. */
function installed(): void {
  write('node_modules/typescript/package.json', '{}');
  write('node_modules/.package-lock.json', '{}');
  write('node_modules/@nestjs/cli/bin/nest.js', builder('api', 'dist/api/main.js'));
  write('node_modules/vite/bin/vite.js', builder('web', 'dist/web/index.html'));
}

function prepare(...args: string[]): { status: number | null; said: string[] } {
  const { status, stdout } = spawnSync(process.execPath, ['infra/setup/prepare.mjs', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, said: stdout.split('\n').filter((line) => /^(Building|Installing)/.test(line)) };
}

it.each(['18.20.8', '20.18.3'])('rejects Node.js %s in one sentence, before it installs or builds', (version) => {
  write('older.mjs', `Object.defineProperty(process, 'versions', { value: { node: '${version}' } });`);
  const started = spawnSync(process.execPath, ['--import', './older.mjs', 'infra/setup/prepare.mjs'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(started).toMatchObject({ status: 1, stdout: '' });
  expect(started.stderr).toMatch(/^Ready Room needs Node\.js 20\.19 or newer, and this is \S+ .*try again\.\n$/);
  expect(existsSync(join(root, 'dist'))).toBe(false);
});

it('records the given commit, or that of the repository', () => {
  const noted = () => JSON.parse(readFileSync(join(root, 'dist/api/build.json'), 'utf8')) as Record<string, string>;
  const prepared = (env: NodeJS.ProcessEnv) =>
    spawnSync(process.execPath, ['infra/setup/prepare.mjs'], { cwd: root, env: { ...process.env, ...env } }).status;
  expect(prepared({ BUILD_COMMIT: 'v9.9.9' })).toBe(0);
  expect(noted()).toEqual({ commit: 'v9.9.9', date: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string });
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  git('init');
  git('-c', 'user.name=a', '-c', 'user.email=a@a.example', 'commit', '--allow-empty', '-m', 'first');
  expect(prepared({ BUILD_COMMIT: '' })).toBe(0);
  expect(noted()['commit']).toBe(git('rev-parse', '--short=12', 'HEAD'));
});

it('builds once, and prints nothing until a file changes', () => {
  expect(prepare()).toEqual({ status: 0, said: ['Building api', 'Building web'] });
  expect(prepare()).toEqual({ status: 0, said: [] });
  write('api/main.ts', 'changed');
  expect(prepare().said).toEqual(['Building api']);
  write('api/contracts/grade.ts', 'changed');
  expect(prepare().said).toEqual(['Building api', 'Building web']);
  write('web/index.html', 'changed');
  expect(prepare().said).toEqual(['Building web']);
  write('api/main.spec.ts', 'a test');
  write('web/testing/setup.ts', 'a test');
  expect(prepare().said).toEqual([]);
});

it('builds the game into the folder of the web, again whenever the web build has emptied it', () => {
  write('web/training-build/loader.ts', 'game');
  write('web/training-build/build.mjs', `import fs from 'node:fs'; ${gameBuilder}`);
  write('node_modules/vite/bin/vite.js', `${builder('web', 'dist/web/index.html')} ${emptied}`);
  const all = ['Building api', 'Building web', 'Building game'];
  expect(prepare()).toEqual({ status: 0, said: all });
  expect(prepare()).toEqual({ status: 0, said: [] });
  write('web/index.html', 'changed');
  expect(prepare().said).toEqual(['Building web', 'Building game']);
});

const gameBuilder = `fs.mkdirSync(process.argv[2], { recursive: true }); fs.writeFileSync(process.argv[2] + '/Build.data', '');`;
const emptied = `fs.rmSync('dist/web/unitybuild', { recursive: true, force: true });`;

it('works without the web', () => {
  rmSync(join(root, 'web'), { recursive: true });
  expect(prepare()).toEqual({ status: 0, said: ['Building api'] });
});

it('installs and builds again when the lock file changes', () => {
  prepare();
  write('package-lock.json', lock('1.0.1'));
  write('package.json', JSON.stringify(manifest('1.0.1')));
  utimesSync(join(root, 'node_modules/.package-lock.json'), 1, 1);
  const { status, said } = prepare();
  // npm ci has emptied node_modules, which contained the builders.
  expect({ status, said }).toEqual({ status: 1, said: ['Installing packages', 'Building api', 'Building web'] });
  expect(existsSync(join(root, 'node_modules/typescript'))).toBe(false);
  installed();
  expect(prepare()).toEqual({ status: 0, said: ['Building api', 'Building web'] });
});

it('installs nothing when only the time of the lock file changes, as in a second work tree that shares the packages', () => {
  prepare();
  const later = new Date(Date.now() + 60_000);
  utimesSync(join(root, 'package-lock.json'), later, later);
  expect(prepare().said).toEqual([]);
});

it('installs packages without running their scripts', () => {
  const packages = {
    '': { ...manifest('1.0.0'), dependencies: { noisy: 'file:noisy' } },
    noisy: { version: '1.0.0', hasInstallScript: true },
    'node_modules/noisy': { resolved: 'noisy', link: true },
  };
  write('package-lock.json', JSON.stringify({ name: 'small', version: '1.0.0', lockfileVersion: 3, packages }));
  write('package.json', JSON.stringify(packages['']));
  write('noisy/package.json', '{ "name": "noisy", "version": "1.0.0", "scripts": { "postinstall": "touch ran" } }');
  utimesSync(join(root, 'node_modules/.package-lock.json'), 1, 1);
  expect(prepare().said[0]).toBe('Installing packages');
  expect(existsSync(join(root, 'node_modules/noisy/package.json'))).toBe(true);
  expect(existsSync(join(root, 'noisy/ran'))).toBe(false);
});

it('installs again when development packages are missing', () => {
  rmSync(join(root, 'node_modules/typescript'), { recursive: true });
  expect(prepare().said[0]).toBe('Installing packages');
});

it('installs the packages of the benchmarks only on request', () => {
  write('infra/bench/package.json', '{ "name": "small", "version": "1.0.0" }');
  write('infra/bench/package-lock.json', lock('1.0.0'));
  expect(prepare().said).not.toContain('Installing packages of infra/bench');
  expect(prepare('--bench').said).toContain('Installing packages of infra/bench');
});

it.each([
  ['api', 'node_modules/@nestjs/cli/bin/nest.js'],
  ['web', 'node_modules/vite/bin/vite.js'],
])('fails when the builder of %s fails, and runs it again next time', (name, path) => {
  write(path, 'process.exit(2)');
  expect(prepare().status).toBe(1);
  installed();
  expect(prepare()).toEqual({ status: 0, said: [`Building ${name}`] });
});

it('builds api and web in parallel, and exits after the last one', () => {
  write('node_modules/@nestjs/cli/bin/nest.js', "require('fs').writeFileSync('api-began', ''); process.exit(2)");
  write(
    'node_modules/vite/bin/vite.js',
    `const fs = require('fs');
     const looking = setInterval(() => {
       if (!fs.existsSync('api-began')) return;
       clearInterval(looking);
       ${builder('web', 'dist/web/index.html').replace("const fs = require('fs');", '')}
     }, 10);`,
  );
  expect(prepare()).toEqual({ status: 1, said: ['Building api', 'Building web'] });
  expect(existsSync(join(root, 'dist/web/index.html'))).toBe(true);
});

it('serializes two processes, and ignores the lock of a dead one', async () => {
  write('dist/.prepare.lock', String(2 ** 31 - 1));
  write('node_modules/@nestjs/cli/bin/nest.js', slowBuilder);
  const both = [0, 1].map(() => spawn(process.execPath, ['infra/setup/prepare.mjs'], { cwd: root, stdio: 'ignore' }));
  const codes = await Promise.all(both.map((child) => new Promise((resolve) => child.once('exit', resolve))));
  expect(codes).toEqual([0, 0]);
  expect(readFileSync(join(root, 'builds'), 'utf8')).toBe('begin end ');
});

const slowBuilder = `
  const fs = require('fs');
  fs.appendFileSync('builds', 'begin ');
  setTimeout(() => {
    fs.mkdirSync('dist/api', { recursive: true });
    fs.writeFileSync('dist/api/main.js', 'api');
    fs.appendFileSync('builds', 'end ');
  }, 300);
`;
