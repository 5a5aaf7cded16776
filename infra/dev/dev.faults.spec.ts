import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processIdentity } from '../../api/platform/database/process-identity.js';
import { makeFolder, postgresStateOf, removeDataDir } from '../../api/start/testing/folders.js';
import { eventually, killAll, launch, type PlatformProcess } from '../../api/start/testing/platform-process.js';
import { until } from '../../api/testing/until.js';

const WEB_SETTINGS = ['vite.config.mjs', 'build-settings.mjs', 'route-pages.mjs'];
const ADMIN = {
  BOOTSTRAP_ADMIN_USERNAME: 'admin',
  BOOTSTRAP_ADMIN_EMAIL: 'admin@ready-room.example',
  BOOTSTRAP_ADMIN_PASSWORD: 'Correct-horse-7-battery',
};
const NAME = 'api/config.ts';
const PAGE = 'web/main.tsx';

let root: string;
let dataDir: string;
let dev: PlatformProcess;

const launchDev = (): PlatformProcess => {
  const env = { DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'warn', WEB_PORT: '0', ...ADMIN };
  return launch({ command: [process.execPath, 'infra/dev/dev.mjs'], cwd: root, env });
};

beforeAll(() => {
  [root, dataDir] = [makeFolder('checkout', 0o755), makeFolder('data', 0o711)];
  for (const path of ['package.json', 'api', 'infra/dev', ...WEB_SETTINGS.map((name) => `web/${name}`)])
    cpSync(path, join(root, path), { recursive: true });
  write('web/index.html', '<script type="module" src="./main.tsx"></script>');
  write(PAGE, 'export const page = "first page";');
  mkdirSync(join(root, 'web/training-build'));
  mkdirSync(join(root, 'node_modules'));
  for (const name of readdirSync('node_modules').filter((each) => !each.startsWith('.')))
    symlinkSync(join(process.cwd(), 'node_modules', name), join(root, 'node_modules', name));
  dev = launchDev();
});
afterAll(() => {
  killAll();
  removeDataDir(dataDir);
  rmSync(root, { recursive: true, force: true });
});

const write = (path: string, text: string): void => writeFileSync(join(root, path), text);
const edit = (path: string, from: string, to: string): void =>
  write(path, readFileSync(join(root, path), 'utf8').replace(from, to));
const logged = (line: RegExp, times = 1): Promise<string> =>
  eventually(String(line), () => {
    const found = dev.stdout().match(new RegExp(line, 'gm')) ?? [];
    return found.length >= times && found.at(-1)!;
  });

function fetchFrom(path: string): Promise<Response> {
  const [, address] = /^web {2}\| ready (\S+)\/$/m.exec(dev.stdout())!;
  return fetch(address + path);
}
const request = async (path: string): Promise<string> => (await fetchFrom(path)).text();

it('restarts the API after a change, reports an error until it is corrected, and ends everything on Ctrl-C', async () => {
  await logged(/^api {2}\| started in/);
  expect(JSON.parse(await request('/config.json'))).toMatchObject({ productName: 'Ready Room' });
  expect(await request('/main.tsx')).toContain('first page');
  const server = postgresStateOf(dataDir).pid();

  edit(PAGE, 'first', 'second');
  edit(NAME, "default('Ready Room')", "default('Changed Room'");
  await logged(/^api {2}\| api\/config\.ts does not compile/);
  expect(JSON.parse(await request('/config.json'))).toMatchObject({ productName: 'Ready Room' });
  expect(await request('/main.tsx')).toContain('second page');

  edit(NAME, "default('Changed Room'", "default('Changed Room')");
  await logged(/^api {2}\| started in/, 2);
  expect(JSON.parse(await request('/config.json'))).toMatchObject({ productName: 'Changed Room' });

  edit(NAME, 'export function loadConfig', 'throw new Error("crashed");\nexport function loadConfig');
  await logged(/^api {2}\| ended \(1\), and starts again after the next change/);
  edit(NAME, 'throw new Error("crashed");\n', '');
  await logged(/^api {2}\| started in/, 3);
  expect(postgresStateOf(dataDir).pid()).toBe(server);

  process.kill(-dev.pid, 'SIGINT');
  expect(await dev.exited()).toEqual({ code: 0, signal: null });
  expect(processIdentity(server)).toBeUndefined();
}, 180_000);

it('stops PostgreSQL when Ctrl-C arrives during a restart', async () => {
  dev = launchDev();
  await logged(/^api {2}\| started in/);
  const server = postgresStateOf(dataDir).pid();
  edit(NAME, "default('Changed Room')", "default('Stopped Room')");
  // The proxy of the web answers with an error while no API listens.
  await until(async () => !(await fetchFrom('/config.json')).ok);

  process.kill(-dev.pid, 'SIGINT');
  expect(await dev.exited()).toEqual({ code: 0, signal: null });
  expect(processIdentity(server)).toBeUndefined();
}, 120_000);
