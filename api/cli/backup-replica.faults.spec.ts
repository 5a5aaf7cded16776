import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '../platform/database/postgres-roles.js';
import { ReplicatedDatabase } from '../platform/database/testing/replicated-database.js';
import { createTestDatabase } from '../platform/database/testing/test-database.js';
import { testConfig } from '../platform/http/testing/test-http-application.js';
import { sampleAttempt } from '../testing/sample-attempt.js';
import type { TestClient } from '../testing/test-client.js';
import { TestPlatform } from '../testing/test-platform.js';
import { until } from '../testing/until.js';
import { runCli } from './run-cli.js';

let database: ReplicatedDatabase;
let platform: TestPlatform;
let student: TestClient;
let folder: string;
let files = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ready-room-backup-'));
  database = await ReplicatedDatabase.start();
  platform = await TestPlatform.start({ kurrentDb: undefined }, undefined, database);
  student = await platform.person('User', await platform.organization());
});
afterAll(async () => {
  await platform.stop();
  rmSync(folder, { recursive: true });
});

/** Runs a command beside the platform, with these further settings. */
async function cli(args: readonly string[], settings: NodeJS.ProcessEnv) {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) };
  const environment = { ...testConfig().secrets, DATA_DIR: join(folder, 'nothing'), ...settings };
  return { code: await runCli(args, terminal, environment), out, err };
}

/** Submits a score, then makes a backup with the replica. @returns its files and messages */
async function backUp(replicaUrl = database.replicaUrl) {
  await student.post('/scores', sampleAttempt(null));
  files += 1;
  const [file, keysFile] = [join(folder, `${files}.backup`), join(folder, `${files}.keys`)];
  const { appUrl: DATABASE_URL, adminUrl: DATABASE_ADMIN_URL } = database;
  const settings = { DATABASE_URL, DATABASE_ADMIN_URL, DATABASE_REPLICA_URL: replicaUrl };
  const { code, err } = await cli(['backup', file, '--keys', keysFile], settings);
  expect(code).toBe(0);
  return { file, keysFile, err };
}

const scoresIn = async (url: string): Promise<string> =>
  withClient(url, async (client) => {
    const text = `select count(*) from log.events where type = 'ScoreSubmitted'`;
    return (await client.query<{ count: string }>(text)).rows[0]!.count;
  });

/** Restores a backup, and expects it to contain every score that was acknowledged before it began. */
async function expectComplete({ file, keysFile }: { file: string; keysFile: string }): Promise<void> {
  const empty = await createTestDatabase();
  try {
    const settings = { DATABASE_URL: empty.appUrl, DATABASE_ADMIN_URL: empty.adminUrl };
    expect(await cli(['restore', file, '--keys', keysFile], settings)).toMatchObject({ code: 0, err: [] });
    expect(await scoresIn(empty.adminUrl)).toBe(await scoresIn(database.adminUrl));
  } finally {
    await empty.drop();
  }
}

it('reads the replica, and waits for everything that the primary has acknowledged', async () => {
  await database.pauseReplay();
  const backingUp = backUp();
  await until(async () => (await database.askStandby(WAITING)) !== '0');
  await database.resumeReplay();
  const made = await backingUp;
  expect(made.err).toEqual([]);
  await expectComplete(made);
});

const WAITING = `select count(*)::text as text from pg_stat_activity where application_name = 'ready-room backup'`;

it('reads the primary when the replica is too far behind', async () => {
  await database.pauseReplay();
  try {
    const made = await backUp();
    expect(made.err).toEqual([
      'The replica is more than 10 s behind the primary: the backup is read from the primary.',
    ]);
    await expectComplete(made);
  } finally {
    await database.resumeReplay();
  }
});

it('reads the primary when the replica is another database', async () => {
  const another = await createTestDatabase();
  try {
    const { err } = await backUp(another.appUrl);
    expect(err).toEqual([
      'The replica belongs to another database than DATABASE_URL: the backup is read from the primary.',
    ]);
  } finally {
    await another.drop();
  }
});

it('starts again on the primary when the replica dies in the middle', async () => {
  await withClient(database.superuserUrl, (client) =>
    client.query(`create table plain.large as select n, repeat(md5(n::text), 100) as text from generate_series(1, 30000) n;
      grant select on plain.large to public`),
  );
  await database.inStep();
  const backingUp = backUp();
  await until(async () => (await database.askStandby(COPYING)) !== '0');
  await database.killStandby();
  const made = await backingUp;
  expect(made.err).toEqual([
    expect.stringMatching(/^The replica failed \(.+\): the backup is read from the primary\.$/),
  ]);
  await database.restartStandby();
});

const COPYING = `select count(*)::text as text from pg_stat_activity where query like 'copy (select%'`;

it('reads the primary while the replica is down', async () => {
  await database.killStandby();
  const { err } = await backUp();
  expect(err).toEqual([expect.stringMatching(/^The replica failed \(connect ECONNREFUSED .+\): the backup is read/)]);
});
