import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Pool } from 'pg';
import type { Gradebook } from '../contracts/gradebook.contract.js';
import type { ClassSession } from '../contracts/group.contract.js';
import type { Sandbox } from '../contracts/sandbox.contract.js';
import { Metrics } from '../platform/ops/metrics.js';
import { LEFT_OUT } from '../platform/backup/backed-up-tables.js';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.js';
import { migrate, migrateAsThen } from '../platform/database/migrate.js';
import { MIGRATIONS } from '../migrations.js';
import { openPool, POOL } from '../platform/database/pool.js';
import { APP_ROLE, withClient } from '../platform/database/postgres-roles.js';
import { createTestDatabase, type TestDatabase } from '../platform/database/testing/test-database.js';
import { LOG, type Log } from '../platform/eventsourcing/log.js';
import { runSealer } from '../platform/eventsourcing/sealing/sealer.js';
import { testConfig } from '../platform/http/testing/test-http-application.js';
import { closeAll, openLive, watch } from '../platform/live/testing/live-client.js';
import { makeFolder, removeDataDir } from '../start/testing/folders.js';
import { readModelChecksums } from '../testing/read-model-checksums.js';
import { competeScenario, sampleAttempt } from '../testing/sample-attempt.js';
import type { TestClient } from '../testing/test-client.js';
import { TestPlatform } from '../testing/test-platform.js';
import { until } from '../testing/until.js';
import { runCli } from './run-cli.js';

const { secrets } = testConfig();

let platform: TestPlatform;
let database: TestDatabase;
let folder: string;
let file: string;
let keysFile: string;
let instructor: TestClient;
let student: TestClient;
let session: ClassSession;
let sandbox: Sandbox;
const databases: TestDatabase[] = [];

/** Output of a command, and its exit code. */
async function cli(args: readonly string[], environment: NodeJS.ProcessEnv) {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) };
  const code = await runCli(args, terminal, { DATA_DIR: join(folder, 'nothing'), ...environment });
  return { code, out, err };
}

const settingsOf = ({ appUrl, adminUrl }: { appUrl: string; adminUrl: string }) => ({
  ...secrets,
  DATABASE_URL: appUrl,
  DATABASE_ADMIN_URL: adminUrl,
});

async function emptyDatabase(): Promise<TestDatabase> {
  const empty = await createTestDatabase();
  databases.push(empty);
  return empty;
}

const query = async <Row extends object>(url: string, text: string): Promise<Row[]> =>
  (await withClient(url, (client) => client.query<Row>(text))).rows;

const eventsIn = async (url: string): Promise<string> =>
  (await query<{ count: string }>(url, 'select count(*) from log.events'))[0]!.count;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ready-room-backup-'));
  [file, keysFile] = [join(folder, 'ready-room.backup'), join(folder, 'ready-room.keys')];
  // A backup does not contain a log in KurrentDB; the last test covers that.
  platform = await TestPlatform.start({ kurrentDb: undefined }, (made) => (database = made));
  const organization = await platform.organization();
  instructor = await platform.person('Instructor', organization);
  student = await platform.person('User', organization);
  ({ session } = await platform.runningClass(instructor, organization, [student]));
  for (let nth = 0; nth < 3; nth += 1) await student.post('/scores', sampleAttempt(session.id));
  const data = { note: 'tab\tline\nbackslash \\ and \\. and 🛰' };
  sandbox = (await student.post<Sandbox>('/sandboxes', { title: 'Ellipse', data })).body;
  const admin = await platform.admin();
  await admin.post('/systemSettings/bannerMessage', { message: 'Serviced tonight.', endDate: '2126-01-01T00:00:00Z' });
  const locked = await platform.person('User', organization);
  await admin.post(`/users/passwordResets/${locked.userId}`);
  await platform.settled();
  // Raises the transaction ids, so that those of a new cluster are far behind.
  await withClient(database.appUrl, async (client) => {
    for (let nth = 0; nth < 3_000; nth += 1) await client.query('select pg_current_xact_id()');
  });
  const stop = new AbortController();
  const sealed = until(async () => (await eventsSealed()) > 20);
  await Promise.all([
    runSealer(
      {
        pool: platform.app.get(POOL),
        digests: platform.app.get<Log>(LOG).digests,
        key: secrets.AUDIT_KEY!,
        onSealed: () => undefined,
        onError: () => undefined,
        sealAfterMs: 1,
      },
      1n,
      stop.signal,
    ),
    sealed.finally(() => stop.abort()),
  ]);
  const sourceFolder = join(folder, 'source');
  mkdirSync(sourceFolder);
  writeFileSync(join(sourceFolder, 'secrets.json'), JSON.stringify(secrets));
  const done = await cli(['backup', file, '--keys', keysFile], { ...settingsOf(database), DATA_DIR: sourceFolder });
  expect(done.err).toEqual([]);
  expect(done.out).toEqual([
    expect.stringMatching(
      /ready-room\.backup: [\d,]+ events and [\d,]+ other rows of .*, \d+\.\d MB, written in .* s\.$/,
    ),
    expect.stringMatching(/ready-room\.keys: keys of \d people\. Store it apart from the backup/),
  ]);
});
afterEach(closeAll);
afterAll(async () => {
  await platform.stop();
  await Promise.all(databases.map((each) => each.drop()));
  rmSync(folder, { recursive: true });
});

async function eventsSealed(): Promise<number> {
  const [row] = await query<{ total: string | null }>(database.appUrl, 'select max(total) as total from log.seals');
  return Number(row!.total);
}

describe('in a new cluster, whose transaction ids are behind', () => {
  let dataDir: string;
  let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
  let restored: TestPlatform;
  let before: {
    sums: Record<string, string>;
    gradebook: Gradebook;
    etag: string;
    sandbox: unknown;
    banner: unknown;
    position: string;
  };

  beforeAll(async () => {
    dataDir = makeFolder('restored', 0o711);
    const gradebook = await instructor.get<Gradebook>(`/sessions/${session.id}/gradebook`);
    const sums = await readModelChecksums(database.superuserUrl);
    const score = await student.post('/scores', sampleAttempt(null));
    before = {
      sums,
      sandbox: (await student.get(`/sandboxes/${sandbox.id}/json`)).body,
      gradebook: gradebook.body,
      etag: gradebook.headers.get('etag')!,
      banner: (await student.get('/systemSettings/bannerMessage')).body,
      position: score.headers.get('x-log-position')!,
    };
    const done = await cli(['restore', file, '--keys', keysFile], { DATA_DIR: dataDir });
    expect(done.err).toEqual([]);
    expect(done).toMatchObject({
      code: 0,
      out: [expect.stringMatching(/^Restored .* read models built\. Start the platform\.$/)],
    });
    postgres = await startEmbeddedPostgres({ dataDir });
  });
  afterAll(async () => {
    await restored.stop();
    await postgres.stop();
    removeDataDir(dataDir);
  });

  it('every read model is byte for byte unchanged, and the chain of seals is valid', async () => {
    const [ids] = await query<{ behind: boolean }>(
      postgres.adminUrl,
      'select pg_current_xact_id() < (select max(transaction_id) from log.events) as behind',
    );
    expect(ids!.behind).toBe(true);
    expect(await readModelChecksums(postgres.superuserUrl)).toEqual(before.sums);
    const settings = settingsOf(postgres);
    expect(await cli(['projections', 'verify'], settings)).toMatchObject({ code: 0, err: [] });
    const audit = await cli(['audit', 'verify'], settings);
    expect(audit).toMatchObject({
      code: 0,
      out: [expect.stringMatching(/^\d+ events in \d+ seals? are unchanged/), expect.anything()],
    });
  });

  it('serves the old passwords, names, results, sandbox and banner', async () => {
    restored = await TestPlatform.start({ kurrentDb: undefined, bootstrapAdmin: undefined }, () => postgres);
    const signedIn = await restored.signIn(await usernameOf(platform, instructor));
    expect(signedIn.userId).toBe(instructor.userId);
    const { body, headers } = await signedIn.get<Gradebook>(`/sessions/${session.id}/gradebook`, {
      'if-none-match': before.etag,
    });
    expect(headers.get('etag')).not.toBe(before.etag);
    expect(body).toEqual({
      ...before.gradebook,
      generation: expect.any(Number) as number,
      sequence: expect.any(Number) as number,
    });
    const again = await restored.signIn(await usernameOf(platform, student));
    expect((await again.get(`/sandboxes/${sandbox.id}/json`)).body).toEqual(before.sandbox);
    expect((await again.get('/systemSettings/bannerMessage')).body).toEqual(before.banner);
    const [left] = await query<{ resets: string; mails: string }>(
      postgres.adminUrl,
      'select (select count(*) from plain.password_resets) as resets, (select count(*) from plain.mail_outbox) as mails',
    );
    expect(Number(left!.resets)).toBeGreaterThan(0);
    expect(Number(left!.mails)).toBeGreaterThan(0);
  });

  it('a browser with newer positions loads everything again', async () => {
    const { token } = await restored.signIn(await usernameOf(platform, instructor));
    const { generation, sequence } = before.gradebook;
    const { socket } = openLive(restored.url, token);
    const reply = await watch(socket, { topic: 'gradebook', id: session.id, since: sequence, generation });
    expect(reply).toMatchObject({ ok: true, full: true });
    expect(reply.ok && reply.generation).toBeGreaterThan(generation);
  });

  it('new events sort last, after the log positions that clients have stored', async () => {
    const again = await restored.signIn(await usernameOf(platform, student));
    const attempt = sampleAttempt(session.id, competeScenario, { totalScore: competeScenario.maxTotalScore });
    const { status, headers } = await again.post('/scores', attempt);
    expect(status).toBe(202);
    await restored.settled();
    const [last] = await query<{ stream: string; epoch: number; newest: string }>(
      postgres.adminUrl,
      `select stream, epoch, (select max(transaction_id)::text from log.events) as newest from log.events
       order by epoch desc, transaction_id desc, position desc limit 1`,
    );
    expect(last).toMatchObject({ epoch: 2, stream: expect.stringMatching(/^attempt-/) as string });
    expect(headers.get('x-log-position')).toMatch(/^2\./);
    const profile = await again.get('/users/me', { 'x-read-after': before.position });
    expect(profile.headers.get('x-stale')).toBeNull();
    const signedIn = await restored.signIn(await usernameOf(platform, instructor));
    const { body } = await signedIn.get<Gradebook>(`/sessions/${session.id}/gradebook`);
    expect(body.columns).not.toEqual(before.gradebook.columns);
    expect((await cli(['projections', 'verify'], settingsOf(postgres))).code).toBe(0);
    expect((await cli(['audit', 'verify'], settingsOf(postgres))).code).toBe(0);
  });
});

const usernameOf = async (of: TestPlatform, { userId }: TestClient): Promise<string> => {
  const { rows } = await of.app
    .get<Pool>(POOL)
    .query<{ username: string }>('select username from read.people where id = $1', [userId]);
  return rows[0]!.username;
};

it('without keys restores scores, with names that cannot be decrypted', async () => {
  const empty = await emptyDatabase();
  const done = await cli(['restore', file], settingsOf(empty));
  expect(done).toMatchObject({
    code: 0,
    err: [expect.stringMatching(/^Without --keys, names .* can never be decrypted/)],
  });
  const [people] = await query<{ readable: string; people: string }>(
    empty.adminUrl,
    `select count(*) as people, count(*) filter (where first_name = 'Sam' or username ~ '^(user|instructor|root)') as readable from read.people`,
  );
  expect(people).toMatchObject({ readable: '0' });
  expect(Number(people!.people)).toBe(4);
  const scores = 'select * from read.gradebook order by 1, 2, 3';
  const original = await readModelChecksums(database.superuserUrl);
  expect(await query(empty.superuserUrl, scores)).toHaveLength(Number(original['gradebook_v1']?.split(':')[0] ?? 1));
});

it('migrates the data of an older version', async () => {
  const [old, empty] = [await emptyDatabase(), await emptyDatabase()];
  const names = MIGRATIONS.map(({ name }) => name);
  const then = names.filter((name) => !/^(SandboxContents|Status)/.test(name));
  expect(then.length).toBeLessThan(names.length);
  await query(old.adminUrl, 'drop schema log, read, rebuild, jobs, plain cascade; drop table ready_room_migrations');
  await migrateAsThen(old.adminUrl, then, MIGRATIONS);
  await query(
    old.adminUrl,
    `insert into log.epochs (epoch, system_identifier) values (1, 1);
     insert into log.events (epoch, version, event_id, stream, type, data, metadata)
     values (1, 0, gen_random_uuid(), 'platform', 'PlatformInitialised', '{"with":"demo"}', '{}')`,
  );
  const older = join(folder, 'older.backup');
  expect(await cli(['backup', older], settingsOf({ ...old, appUrl: old.adminUrl }))).toMatchObject({
    code: 0,
    err: [expect.stringMatching(/DATABASE_ADMIN_URL is not set|^No keys were written/)],
  });
  expect((await cli(['restore', older], settingsOf(empty))).code).toBe(0);
  const [row] = await query<{ events: string; sandboxes: string; epochs: string }>(
    empty.appUrl,
    `select (select count(*) from log.events) as events, (select count(*) from plain.sandbox_contents) as sandboxes,
            (select max(epoch) from log.epochs) as epochs`,
  );
  // The backup command opens one on the tests' server, the restore another.
  expect(row).toEqual({ events: '1', sandboxes: '0', epochs: 3 });
  await migrate(empty.adminUrl, APP_ROLE, MIGRATIONS);
  expect(await query(empty.appUrl, 'select max(epoch) as epochs from log.epochs')).toEqual([{ epochs: 3 }]);
});

describe('refuses, before any change,', () => {
  let empty: TestDatabase;
  beforeAll(async () => {
    empty = await emptyDatabase();
  });
  afterEach(async () => expect(await eventsIn(empty.appUrl)).toBe('0'));

  it('a database with the data of a platform', async () => {
    const events = await eventsIn(database.appUrl);
    const { code, err } = await cli(['restore', file, '--keys', keysFile], settingsOf(database));
    expect({ code, err }).toEqual({
      code: 3,
      err: [expect.stringMatching(/it contains the data of a platform\. Restore into a new one/)],
    });
    expect(await eventsIn(database.appUrl)).toBe(events);
  });

  it('a database with other tables', async () => {
    await query(empty.adminUrl, 'create table public.invoices (id integer)');
    expect(await cli(['restore', file], settingsOf(empty))).toMatchObject({
      code: 3,
      err: [expect.stringContaining('it contains public.invoices. Create a database only for the platform')],
    });
    await query(empty.adminUrl, 'drop table public.invoices');
  });

  it('a role that is not allowed to change the schema', async () => {
    const { code, err } = await cli(
      ['restore', file, '--keys', keysFile],
      settingsOf({ ...empty, adminUrl: empty.appUrl }),
    );
    expect(code).toBe(1);
    expect(err.at(-1)).toMatch(/^The database role lacks a right \(.*Set DATABASE_ADMIN_URL/);
  });

  it('a database to which a platform is connected', async () => {
    const pool = openPool(empty.appUrl);
    await pool.query('select 1');
    expect(await cli(['restore', file], settingsOf(empty))).toMatchObject({
      code: 3,
      err: [expect.stringMatching(/of a running platform use this database: stop the platform first/)],
    });
    await pool.end();
  });

  it('a truncated file, also with --check', async () => {
    const cut = join(folder, 'cut.backup');
    writeFileSync(cut, readFileSync(file));
    truncateSync(cut, statSync(cut).size - 100);
    for (const args of [
      ['restore', cut],
      ['restore', '--check', cut],
    ])
      expect(await cli(args, settingsOf(empty))).toEqual({
        code: 2,
        out: [],
        err: [`${cut} is incomplete: copy it again, or use an older one.`],
      });
  });

  it('to overwrite a file, or to write both parts into one file', async () => {
    expect(await cli(['backup', file], settingsOf(database))).toMatchObject({
      code: 2,
      err: [`${file} already exists: choose another name.`],
    });
    const both = join(folder, 'both');
    expect((await cli(['backup', both, '--keys', both], settingsOf(database))).code).toBe(2);
    expect(existsSync(both)).toBe(false);
  });

  it('secrets that differ from those of the backup, and keys of another platform', async () => {
    const settings = { ...settingsOf(empty), PASSWORD_PEPPER: randomBytes(32).toString('base64') };
    expect(await cli(['restore', file, '--keys', keysFile], settings)).toMatchObject({
      code: 1,
      err: [expect.stringMatching(/^PASSWORD_PEPPER: different from the backup/)],
    });
    const [others, othersKeys] = [join(folder, 'others.backup'), join(folder, 'others.keys')];
    const otherKeys = Object.keys(secrets).map((name) => [name, randomBytes(32).toString('base64')]);
    const anotherPlatform = { ...settingsOf(database), ...Object.fromEntries(otherKeys) };
    expect((await cli(['backup', others, '--keys', othersKeys], anotherPlatform)).code).toBe(0);
    expect(await cli(['restore', file, '--keys', othersKeys], settingsOf(empty))).toMatchObject({
      code: 2,
      err: [expect.stringContaining('belongs to another platform')],
    });
  });

  it('to back up another log than that of the database', async () => {
    const kurrentDb = { KURRENTDB_URL: 'kurrentdb://127.0.0.1:1?tls=false' };
    const without = join(folder, 'kurrentdb.backup');
    expect(await cli(['backup', without], { ...settingsOf(database), ...kurrentDb })).toMatchObject({
      code: 1,
      err: [expect.stringMatching(/^The log of this database is in PostgreSQL: unset KURRENTDB_URL/)],
    });
    expect(existsSync(without)).toBe(false);
  });

  it('unknown words', async () => {
    for (const [args, mistake] of [
      [['backup'], "Missing required argument 'file'."],
      [['restore', file, file], `Unexpected word '${file}'.`],
      [['backup', file, '--keys'], "Option '--keys <file>' argument missing."],
      [['config', '--keys', keysFile], "Unknown option '--keys'."],
    ] as const)
      expect(await cli(args, {})).toMatchObject({ code: 1, err: [expect.stringContaining(mistake)] });
  });
});

it('checks whether a file is complete, without a database', async () => {
  const events = gunzipSync(readFileSync(file)).toString();
  expect(events).not.toContain('instructor.');
  const whole = await cli(['restore', '--check', file, '--keys', keysFile], {});
  expect(whole).toMatchObject({
    code: 0,
    err: [],
    out: [expect.stringMatching(/is complete: .* events/), expect.stringMatching(/is complete: keys of 4 people/)],
  });
  const alone = await cli(['restore', '--check', file], {});
  expect(alone).toMatchObject({ code: 0, err: [expect.stringMatching(/was not checked/)] });
  const wrong = { MASTER_KEY: randomBytes(32).toString('base64') };
  for (const more of [[], ['--keys', keysFile]])
    expect(await cli(['restore', '--check', file, ...more], wrong)).toMatchObject({
      code: 1,
      out: [],
      err: [expect.stringMatching(/^MASTER_KEY: differs from the key of the backup/)],
    });
  appendFileSync(keysFile, 'x');
  expect((await cli(['restore', '--check', file, '--keys', keysFile], {})).code).toBeLessThan(3);
});

it('encrypts both files with BACKUP_KEY, and restores them only with that key', async () => {
  const [encrypted, encryptedKeys, keyFile] = ['e.backup', 'e.keys', 'key'].map((name) => join(folder, name));
  writeFileSync(keyFile!, `${randomBytes(32).toString('base64')}\n`);
  const withKey = { BACKUP_KEY_FILE: keyFile };
  const args = [encrypted!, '--keys', encryptedKeys!];
  const done = await cli(['backup', ...args], { ...settingsOf(database), ...withKey });
  expect(done).toMatchObject({ code: 0, out: [expect.stringContaining(' MB, encrypted, '), expect.anything()] });
  for (const written of [encrypted!, encryptedKeys!]) expect(() => gunzipSync(readFileSync(written))).toThrow();
  const empty = settingsOf(await emptyDatabase());
  const anotherKey = { BACKUP_KEY: randomBytes(32).toString('base64') };
  for (const command of [['restore', '--check'], ['restore']]) {
    const [none, another] = [
      await cli([...command, ...args], empty),
      await cli([...command, ...args], { ...empty, ...anotherKey }),
    ];
    expect(none).toEqual({
      code: 1,
      out: [],
      err: [expect.stringMatching(/e\.backup is encrypted: set BACKUP_KEY to/)],
    });
    expect(another).toEqual({
      code: 1,
      out: [],
      err: [expect.stringMatching(/^BACKUP_KEY is not the key that .*e\.backup/)],
    });
  }
  expect(await cli(['restore', ...args], { ...empty, ...withKey })).toMatchObject({ code: 0, err: [] });
  expect(await eventsIn(empty.DATABASE_URL)).toBe(await eventsIn(database.appUrl));
});

it('publishes the age of the newest backup', async () => {
  const { registry } = platform.app.get(Metrics);
  await until(async () => {
    const text = await registry.getSingleMetricAsString('ready_room_backup_age_seconds');
    return Number(/^ready_room_backup_age_seconds ([\d.]+)$/m.exec(text)?.[1]) < 3_600;
  });
});

it('omits only existing tables', async () => {
  const found = await query<{ name: string }>(
    database.superuserUrl,
    `select schemaname || '.' || tablename as name from pg_tables`,
  );
  const names = new Set(found.map(({ name }) => name));
  expect(Object.keys(LEFT_OUT).filter((name) => !names.has(name))).toEqual([]);
});
