/**
 * `npm run dev`: restarts the API after a change, serves the web with hot reload, and rebuilds the game when its sources change. One log
 * contains the lines of all three. Ctrl-C stops them.
 */
import '../../api/require-node.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { watch } from 'chokidar';
import { createLogger, createServer } from 'vite';
import { ApiProcess } from './api-process.mjs';

const root = join(import.meta.dirname, '..', '..');
const GAME = 'web/training-build';
const printers = Object.fromEntries(['api', 'web', 'game'].map((name) => [name, printer(name)]));

const port = Number(process.env.PORT ?? 3000) || (await freePort());
const apiUrl = `http://127.0.0.1:${port}`;
process.env.API_URL = apiUrl;
const web = await createServer({
  configFile: join(root, 'web/vite.config.mjs'),
  server: { host: '127.0.0.1', port: Number(process.env.WEB_PORT ?? 5173) },
  customLogger: webLogger(),
});
await web.listen();
const [webUrl] = web.resolvedUrls.local;
printers.web(`ready ${webUrl}`);

const api = new ApiProcess({
  root,
  environment: { APP_URL: webUrl, ...process.env, PORT: String(port) },
  print: printers.api,
});
await api.start();

let building = Promise.resolve();
const game = watch(GAME, { cwd: root, ignored: /\.spec\.tsx?$|\/testing\//, ignoreInitial: true });
game.on('all', () => {
  building = building.then(buildGame);
});

let stopping;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (stopping ??= stop()));

async function stop() {
  await Promise.all([api.stop(), web.close(), game.close()]);
  await building;
  process.exit();
}

/** Builds only the parts whose sources have another fingerprint. */
async function buildGame() {
  const child = spawn(process.execPath, ['infra/setup/prepare.mjs', '--game'], { cwd: root });
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', printers.game);
  await once(child, 'close');
}

/** Returns a function that prints a text with the name of its program before each line. */
function printer(name) {
  return (text) => {
    for (const line of text.split('\n')) process.stdout.write(`${name.padEnd(4)} | ${line}\n`);
  };
}

function webLogger() {
  const logger = createLogger('info', { allowClearScreen: false });
  return { ...logger, info: printers.web, warn: printers.web, warnOnce: printers.web, error: printers.web };
}

/** The proxy of the web needs a port that stays the same when the API restarts. */
async function freePort() {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address();
  server.close();
  await once(server, 'close');
  return free;
}
