import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KurrentDbDouble } from '../platform/eventsourcing/kurrentdb/testing/kurrentdb-double.js';
import { makeFolder, removeDataDir } from './testing/folders.js';
import { eventually, killAll, launch, type PlatformProcess } from './testing/platform-process.js';

const checkout = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const ADMIN = {
  DEMO: 'off',
  BOOTSTRAP_ADMIN_USERNAME: 'root.admin',
  BOOTSTRAP_ADMIN_EMAIL: 'root@example.org',
  BOOTSTRAP_ADMIN_PASSWORD: 'bootstrap_secret_7#',
};
const ERROR = 50;

let dataDir: string;
let emptyDir: string;
let double: KurrentDbDouble;
beforeEach(async () => {
  [dataDir, emptyDir] = [makeFolder('data', 0o700), makeFolder('empty', 0o700)];
  double = await KurrentDbDouble.start();
});
afterEach(() => {
  killAll();
  double.close();
  removeDataDir(dataDir);
  removeDataDir(emptyDir);
});

const startIn = (folder: string): PlatformProcess =>
  launch({
    command: [process.execPath, 'dist/api/main.js'],
    cwd: checkout,
    env: { DATA_DIR: folder, KURRENTDB_URL: double.url, ...ADMIN },
  });

async function stop(platform: PlatformProcess): Promise<void> {
  process.kill(platform.pid, 'SIGTERM');
  await platform.exited();
}

const linesOf = (platform: PlatformProcess): string[] =>
  platform
    .stderr()
    .split('\n')
    .filter((line) => line !== '');

it('logs an older state of its log once, and refuses the log to an empty database with a sentence', async () => {
  const first = startIn(dataDir);
  await first.ready();
  await stop(first);
  const { records } = double.log.backUp();
  const lost = records.findLastIndex(({ stream }) => !stream.startsWith('$'));
  double.log.restore({ records: records.slice(0, lost), end: records[lost]!.position });

  const second = startIn(dataDir);
  await eventually('the sentence', () => second.stderr().includes('log accept-restored'));
  await stop(second);
  const errors = linesOf(second)
    .map((line) => JSON.parse(line) as { level: number; msg: string })
    .filter(({ level }) => level >= ERROR);
  expect(errors.map(({ msg }) => msg)).toEqual([
    expect.stringMatching(/^KurrentDB contains an older state of the log/),
  ]);
  expect(second.stdout()).not.toContain('ready');

  const third = startIn(emptyDir);
  expect((await third.exited()).code).toBe(1);
  expect(linesOf(third).filter((line) => !line.startsWith('{'))).toEqual([
    expect.stringMatching(/but this database is empty: .* restore <file> --keys <file>\.$/),
  ]);
});
