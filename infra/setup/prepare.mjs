/** Runs before start, test, simulate and bench: installs packages and builds what changed, and says nothing otherwise. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fingerprint } from './fingerprint.mjs';
import { npm } from './npm.mjs';
import { withLock } from './prepare-lock.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const LOCK = 'package-lock.json';
const API_SOURCES = ['api', 'infra', 'tsconfig.json', 'tsconfig.build.json', 'nest-cli.json', LOCK];
const GAME = 'dist/web/unitybuild';
const WEB_SOURCES = ['web', 'api/contracts', 'tsconfig.json', LOCK];

mkdirSync(join(root, 'dist'), { recursive: true });
await withLock(join(root, 'dist', '.prepare.lock'), () => {
  install('.', 'typescript');
  if (process.argv.includes('--bench')) install('infra/bench');
  build('api', API_SOURCES, 'dist/api/main.js', ['node_modules/@nestjs/cli/bin/nest.js', 'build']);
  if (existsSync(join(root, 'web/index.html'))) {
    build('web', WEB_SOURCES, 'dist/web/index.html', [
      'node_modules/vite/bin/vite.js',
      'build',
      'web',
      '--logLevel',
      'warn',
    ]);
    // into the folder that the web's build has just emptied
    const game = 'web/training-build';
    if (existsSync(join(root, game, 'build.mjs'))) {
      build('game', [game, LOCK], `${GAME}/Build.data`, [`${game}/build.mjs`, GAME]);
    }
  }
});

/** `witness` is a development package: an installation without those cannot build. */
function install(folder, witness = '') {
  const lock = join(root, folder, LOCK);
  if (!existsSync(lock)) return;
  const modules = join(root, folder, 'node_modules');
  const stamp = join(modules, '.ready-room-lock');
  const wanted = fingerprint(root, [join(folder, LOCK)]);
  const complete = existsSync(join(modules, witness));
  if (complete && (read(stamp) === wanted || isNewer(join(modules, '.package-lock.json'), lock))) return;
  console.log(folder === '.' ? 'Installing packages' : `Installing packages of ${folder}`);
  // NODE_ENV=production in the shell would leave out what the build needs. No package runs a script of its own at installation:
  // none needs to, and older npms know nothing of `allowScripts`.
  run(npm(), ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], folder);
  writeFileSync(stamp, wanted);
}

function build(name, sources, result, command) {
  const stamp = join(root, 'dist', `.${name}-stamp`);
  const wanted = fingerprint(root, sources);
  if (existsSync(join(root, result)) && read(stamp) === wanted) return;
  console.log(`Building ${name}`);
  run([process.execPath], command, '.');
  writeFileSync(stamp, wanted);
}

function run([program, ...first], args, folder) {
  const { status, error } = spawnSync(program, [...first, ...args], { cwd: join(root, folder), stdio: 'inherit' });
  if (status === 0) return;
  console.error(`Failed: ${[...first, ...args].join(' ')}${error ? ` (${error.message})` : ''}`);
  process.exit(1);
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function isNewer(path, than) {
  return existsSync(path) && statSync(path).mtimeMs >= statSync(than).mtimeMs;
}
