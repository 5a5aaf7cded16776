import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { withClient } from '../platform/database/postgres-roles.js';
import { PACKAGE_ROOT } from '../platform/ops/package-info.js';
import { makeFolder, postgresStateOf, removeDataDir } from '../start/testing/folders.js';
import { eventually, killAll, launch, type PlatformProcess } from '../start/testing/platform-process.js';
import { sampleAttempt } from '../testing/sample-attempt.js';
import { TestClient } from '../testing/test-client.js';
import { until } from '../testing/until.js';

interface Account {
  readonly username: string;
  readonly password: string;
}

let dataDir: string;
let freshDir: string;
let folder: string;

beforeAll(() => {
  if (!existsSync(join(PACKAGE_ROOT, 'dist/api/cli.js')))
    throw new Error('This spec tests the build: run "node infra/setup/prepare.mjs" first.');
  dataDir = makeFolder('backup-of', 0o711);
  freshDir = makeFolder('restored-to', 0o711);
  folder = mkdtempSync(join(tmpdir(), 'ready-room-backup-files-'));
});
afterAll(() => {
  killAll();
  removeDataDir(dataDir);
  removeDataDir(freshDir);
  rmSync(folder, { recursive: true });
});

const run = (script: string, directory: string, ...args: string[]): PlatformProcess =>
  launch({
    command: [process.execPath, join(PACKAGE_ROOT, 'dist/api', script), ...args],
    cwd: PACKAGE_ROOT,
    env: { DATA_DIR: directory, LOG_LEVEL: 'error' },
  });

/** Runs a command in its own process. @returns its output, after it has exited with the expected code */
async function cli(expected: number, directory: string, ...args: string[]): Promise<string> {
  const command = run('cli.js', directory, ...args);
  const { code } = await command.exited();
  const said = command.stdout() + command.stderr();
  if (code !== expected) throw new Error(`${args.join(' ')} ended with ${code}: ${said}`);
  return said;
}

/** Returns a hash over each stored event, by event id. */
const eventsOf = (directory: string): Promise<Map<string, string>> =>
  withClient(postgresStateOf(directory).adminUrl, async (client) => {
    const { rows } = await client.query<{ id: string; hash: string }>(
      'select event_id as id, md5(e::text) as hash from log.events e',
    );
    return new Map(rows.map(({ id, hash }) => [id, hash]));
  });

const attemptsOf = (directory: string): Promise<Set<string>> =>
  withClient(postgresStateOf(directory).adminUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select data ->> 'attemptId' as id from log.events where type = 'ScoreSubmitted'`,
    );
    return new Set(rows.map(({ id }) => id));
  });

const isSealed = (directory: string): Promise<boolean> =>
  withClient(postgresStateOf(directory).adminUrl, async (client) => {
    const { rowCount } = await client.query('select from log.seals');
    return rowCount! > 0;
  });

/** Posts results one after the other until it is stopped. Returns the acknowledged ones. */
async function play(student: TestClient, acknowledged: Set<string>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const attempt = sampleAttempt(null);
    const { status } = await student.post('/scores', attempt);
    if (status === 202) acknowledged.add(attempt.attemptId);
    await delay(5);
  }
}

it('takes a backup under load, and repeats a restore that was killed', async () => {
  const original = run('main.js', dataDir);
  const url = await original.ready();
  const accounts = JSON.parse(readFileSync(join(dataDir, 'demo-accounts.json'), 'utf8')) as Account[];
  const signIn = (at: string, { username, password }: Account) => TestClient.signIn(at, username, password);
  const students = await Promise.all(accounts.slice(-3).map((account) => signIn(url, account)));

  const [acknowledged, stop] = [new Set<string>(), new AbortController()];
  const playing = Promise.all(students.map((student) => play(student, acknowledged, stop.signal)));
  while (acknowledged.size < 50) await delay(20);
  const before = [...acknowledged];
  const [file, keysFile] = [join(folder, 'backup'), join(folder, 'keys')];
  const saidByBackup = await cli(0, dataDir, 'backup', file, '--keys', keysFile);
  expect(saidByBackup).toMatch(/events and .* other rows of/);
  expect(acknowledged.size).toBeGreaterThan(before.length);
  stop.abort();
  await playing;
  expect(await cli(0, freshDir, 'restore', '--check', file, '--keys', keysFile)).toMatch(/is complete/);

  const killed = run('cli.js', freshDir, 'restore', file, '--keys', keysFile);
  const secretsOf = (directory: string) =>
    existsSync(join(directory, 'secrets.json')) && readFileSync(join(directory, 'secrets.json'), 'utf8');
  const wanted = JSON.stringify(JSON.parse(secretsOf(dataDir) as string));
  // The last output before the database is changed.
  await eventually('the secrets of the backup', () => {
    const found = secretsOf(freshDir);
    return found && JSON.stringify(JSON.parse(found)) === wanted;
  });
  process.kill(killed.pid, 'SIGKILL');
  await killed.exited();
  expect(await cli(0, freshDir, 'restore', file, '--keys', keysFile)).toMatch(/^Restored .* read models built/);
  expect(await cli(3, freshDir, 'restore', file, '--keys', keysFile)).toMatch(/contains the data of a platform/);

  const restored = run('main.js', freshDir);
  const restoredUrl = await restored.ready();
  const [old, found] = [await eventsOf(dataDir), await eventsOf(freshDir)];
  const attempts = await attemptsOf(freshDir);
  expect(before.filter((id) => !attempts.has(id))).toEqual([]);
  expect([...found].filter(([id, hash]) => old.get(id) !== hash)).toEqual([]);

  const student = await signIn(restoredUrl, accounts.at(-1)!);
  const attempt = sampleAttempt(null);
  const answer = await student.post('/scores', attempt);
  expect({ status: answer.status, position: answer.headers.get('x-log-position') }).toEqual({
    status: 202,
    position: expect.stringMatching(/^2\./) as string,
  });
  expect(await attemptsOf(freshDir)).toContain(attempt.attemptId);
  await cli(0, freshDir, 'projections', 'verify');
  // The log is sealed every ten seconds.
  await until(() => isSealed(freshDir));
  for (const platform of [original, restored]) {
    process.kill(platform.pid, 'SIGTERM');
    expect(await platform.exited()).toEqual({ code: 0, signal: null });
  }
  expect(await cli(0, freshDir, 'audit', 'verify')).toMatch(/are unchanged since they were sealed/);
}, 180_000);
