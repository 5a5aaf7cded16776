/**
 * Runs before start, test, simulate and bench. Installs packages and builds what has changed, and prints nothing otherwise. With `--game`
 * it only builds the game.
 */
import '../../api/require-node.mjs';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
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
await withLock(join(root, 'dist', '.prepare.lock'), prepare).catch((error) => {
  console.error(`Failed: ${error.message}`);
  process.exitCode = 1;
});

async function prepare() {
  await install('.', 'typescript');
  if (process.argv.includes('--game')) return buildGame();
  if (process.argv.includes('--bench')) await install('infra/bench');
  // Both builds are independent. If one fails, wait for the other: the lock must not end before the last builder.
  const results = await Promise.allSettled([buildApi(), buildWeb()]);
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
  writeBuildId();
}

/** Records the built commit for metrics, logs, backups and the About dialog. An image is built without git's history. */
function writeBuildId() {
  const given = process.env.BUILD_COMMIT;
  const commit = given || git('rev-parse', '--short=12', 'HEAD');
  if (!commit) return;
  const file = join(root, 'dist/api/build.json');
  const known = existsSync(file) && JSON.parse(read(file));
  if (known && known.commit === commit) return;
  const date = given ? new Date().toISOString() : git('log', '-1', '--format=%cI');
  writeFileSync(file, JSON.stringify({ commit, date }));
}

/** Returns an empty text without git or outside a repository. */
function git(...words) {
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

function buildApi() {
  return build('api', API_SOURCES, 'dist/api/main.js', ['node_modules/@nestjs/cli/bin/nest.js', 'build']);
}

async function buildWeb() {
  if (!existsSync(join(root, 'web/index.html'))) return;
  const vite = ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'];
  await build('web', WEB_SOURCES, 'dist/web/index.html', vite);
  // into the folder that the web build has just emptied
  await buildGame();
}

async function buildGame() {
  const game = 'web/training-build';
  if (!existsSync(join(root, game, 'build.mjs'))) return;
  await build('game', [game, 'web/build-settings.mjs', 'api/contracts', LOCK], `${GAME}/Build.data`, [
    `${game}/build.mjs`,
    GAME,
  ]);
}

/** `witness` is a development package. An installation without development packages cannot build. */
async function install(folder, witness = '') {
  const lock = join(root, folder, LOCK);
  if (!existsSync(lock)) return;
  const modules = join(root, folder, 'node_modules');
  const stamp = join(modules, '.ready-room-lock');
  const wanted = fingerprint(root, [join(folder, LOCK)]);
  const complete = existsSync(join(modules, witness));
  if (complete && read(stamp) === wanted) return;
  // Packages installed by hand. With the stamp, a second work tree that links to them does not install them again.
  if (complete && isNewer(join(modules, '.package-lock.json'), lock)) return writeFileSync(stamp, wanted);
  console.log(folder === '.' ? 'Installing packages' : `Installing packages of ${folder}`);
  // NODE_ENV=production in the shell would omit packages that the build needs. Install scripts are off: no package needs them, and older
  // npm versions do not support `allowScripts`.
  await run(npm(), ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], folder);
  writeFileSync(stamp, wanted);
}

async function build(name, sources, result, command) {
  const stamp = join(root, 'dist', `.${name}-stamp`);
  const wanted = fingerprint(root, sources);
  if (existsSync(join(root, result)) && read(stamp) === wanted) return;
  console.log(`Building ${name}`);
  await run([process.execPath], command, '.');
  writeFileSync(stamp, wanted);
}

async function run([program, ...first], args, folder) {
  const child = spawn(program, [...first, ...args], { cwd: join(root, folder), stdio: 'inherit' });
  const [status] = await once(child, 'exit').catch((error) => [error.message]);
  if (status !== 0) throw new Error(`${[...first, ...args].join(' ')} (${status})`);
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function isNewer(path, than) {
  return existsSync(path) && statSync(path).mtimeMs >= statSync(than).mtimeMs;
}
