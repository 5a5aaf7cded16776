import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ClassSession } from '../contracts/group.contract.js';
import { ErasuresFile } from '../features/people/privacy/erasures-file.js';
import { signatureOf } from '../platform/backup/secret-marks.js';
import { withClient } from '../platform/database/postgres-roles.js';
import { createTestDatabase, type TestDatabase } from '../platform/database/testing/test-database.js';
import { KurrentDbDouble } from '../platform/eventsourcing/kurrentdb/testing/kurrentdb-double.js';
import { testConfig } from '../platform/http/testing/test-http-application.js';
import { sampleAttempt } from '../testing/sample-attempt.js';
import type { TestClient } from '../testing/test-client.js';
import { TestPlatform } from '../testing/test-platform.js';
import { runCli } from './run-cli.js';

const { secrets } = testConfig();

let platform: TestPlatform;
let database: TestDatabase;
let double: KurrentDbDouble;
let folder: string;
let file: string;
let keysFile: string;
let session: ClassSession;
let student: TestClient;
/** Number of events in the backup. */
let eventsSaved: number;
/** Results that were acknowledged before the backup began. */
const acknowledged: string[] = [];
const undo: (() => unknown)[] = [];

async function cli(
  args: readonly string[],
  { appUrl, adminUrl }: TestDatabase,
  at?: KurrentDbDouble,
  settings: NodeJS.ProcessEnv = {},
) {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) };
  const urls = { DATABASE_URL: appUrl, DATABASE_ADMIN_URL: adminUrl, ...(at && { KURRENTDB_URL: at.url }) };
  const code = await runCli(args, terminal, { DATA_DIR: join(folder, 'nothing'), ...secrets, ...urls, ...settings });
  return { code, out, err };
}

async function emptyDatabase(): Promise<TestDatabase> {
  const empty = await createTestDatabase();
  undo.push(() => empty.drop());
  return empty;
}

async function emptyKurrentDb(): Promise<KurrentDbDouble> {
  const empty = await KurrentDbDouble.start();
  undo.push(() => empty.close());
  return empty;
}

const restore = (to: TestDatabase, at?: KurrentDbDouble, from = file) =>
  cli(['restore', from, '--keys', keysFile], to, at);
const startOn = (on: TestDatabase, at: KurrentDbDouble | undefined) =>
  TestPlatform.start(
    { kurrentDb: at && { url: at.url, streamPrefix: '' }, bootstrapAdmin: undefined, secrets },
    () => on,
  );
const rowsIn = (url: string, table: string) =>
  withClient(url, async (client) => (await client.query(`select from ${table}`)).rowCount!);
/** The warning about events that only KurrentDB contains. */
const newerEvents = (events: number) => [
  expect.stringMatching(
    new RegExp(`^KurrentDB contains ${events} events that are newer than the backup\\. They are kept`),
  ),
];
/** Returns the ids of the platform's events, in log order. */
const idsOf = ({ log }: KurrentDbDouble): string[] => log.eventIds();
/** Returns the ids of platforms in the metadata of its events. */
const platformsOf = ({ log }: KurrentDbDouble): ReadonlySet<unknown> =>
  new Set(
    log.records
      .filter(({ stream }) => !stream.startsWith('$'))
      .map(({ metadata }) => (JSON.parse(Buffer.from(metadata).toString()) as { platformId?: string }).platformId),
  );

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ready-room-backup-'));
  [file, keysFile] = [join(folder, 'ready-room.backup'), join(folder, 'ready-room.keys')];
  double = await KurrentDbDouble.start();
  const kurrentDb = { url: double.url, streamPrefix: '' };
  platform = await TestPlatform.start({ kurrentDb, secrets }, (made) => (database = made));
  const organization = await platform.organization('Ground\tStation \\ "North"');
  const instructor = await platform.person('Instructor', organization);
  student = await platform.person('User', organization);
  ({ session } = await platform.runningClass(instructor, organization, [student]));
  for (let nth = 0; nth < 3; nth += 1) await play(student);
  await platform.settled();
  const stop = new AbortController();
  const playing = (async () => {
    while (!stop.signal.aborted) await play(student);
  })();
  expect(await rowsIn(database.adminUrl, 'plain.log_location')).toBe(1);
  // The tables are a moment newer than the log: a reactor may have processed an event after the end of the backup. Older versions
  // named no event in the checkpoints that an accepted restore moved.
  await withClient(database.adminUrl, (client) =>
    client.query(`insert into plain.checkpoints (reader, position, event_id, stream, version, sequence, leader_epoch)
                  values ('reactor:ahead', '1000000.999999999.999999999', gen_random_uuid(), 'later', 0, 1, 1),
                         ('reactor:moved', '1000000.4711.4711', null, null, null, 1, 1),
                         ('reactor:new', '0.0.0', null, null, null, 0, 1)`),
  );
  const before = acknowledged.length;
  const done = await cli(['backup', file, '--keys', keysFile], database, double);
  expect(done).toMatchObject({ code: 0, err: [] });
  eventsSaved = Number(/ready-room\.backup: ([1-9]\d*) events and /.exec(done.out[0]!)![1]);
  stop.abort();
  await playing;
  expect(acknowledged.length).toBeGreaterThan(before);
  acknowledged.length = before;
});
afterAll(async () => {
  await platform.stop();
  for (const step of undo) await step();
  double.close();
  rmSync(folder, { recursive: true });
});

async function play(student: TestClient): Promise<void> {
  const attempt = sampleAttempt(session.id);
  if ((await student.post('/scores', attempt)).status === 202) acknowledged.push(attempt.attemptId);
}

const attemptsIn = async (restored: TestPlatform): Promise<string> => {
  await restored.settled();
  return restored.textOf(['read.attempts']);
};

it('restores the log into an empty KurrentDB, and a start continues there', async () => {
  const [empty, target] = [await emptyDatabase(), await emptyKurrentDb()];
  expect(await restore(empty, target)).toMatchObject({
    code: 0,
    err: [],
    out: [expect.stringMatching(/^The log was copied to KurrentDB: /), expect.stringMatching(/^Restored .* events/)],
  });
  const copied = idsOf(target);
  expect(copied).toEqual(idsOf(double).slice(0, copied.length));
  expect(await cli(['projections', 'verify'], empty, target)).toMatchObject({ code: 0, err: [] });
  const restored = await startOn(empty, target);
  try {
    const attempts = await attemptsIn(restored);
    expect(acknowledged.filter((id) => !attempts.includes(id))).toEqual([]);
    await restored.admin();
    await restored.organization('After');
    await restored.settled();
    expect(idsOf(target).length).toBeGreaterThan(copied.length);
    // A copy is another log.
    const [, platformId] = /"platformId":"([0-9a-f-]{36})"/.exec(gunzipSync(readFileSync(file)).toString())!;
    expect(platformsOf(double)).toEqual(new Set([platformId]));
    expect([...platformsOf(target)]).toEqual([expect.not.stringMatching(platformId!)]);
  } finally {
    await restored.stop();
  }
});

it('restores the log into PostgreSQL without KURRENTDB_URL', async () => {
  const empty = await emptyDatabase();
  expect(await restore(empty)).toMatchObject({
    code: 0,
    err: [],
    out: [
      expect.stringMatching(/is now in PostgreSQL: start without KURRENTDB_URL/),
      expect.stringMatching(/^Restored/),
    ],
  });
  expect(await cli(['projections', 'verify'], empty)).toMatchObject({ code: 0, err: [] });
  const { rows } = await withClient(empty.adminUrl, (client) =>
    client.query(`select position = (select max(epoch || '.' || transaction_id || '.' || position) from log.events
                                     where event_id = c.event_id) as "isEvent",
                         event_id = (select event_id from log.events order by position desc limit 1) as "isLast"
                  from plain.checkpoints c where reader in ('reactor:ahead', 'reactor:moved')`),
  );
  expect(rows).toEqual([
    { isEvent: true, isLast: true },
    { isEvent: true, isLast: true },
  ]);
  const { rows: unread } = await withClient(empty.adminUrl, (client) =>
    client.query("select position, event_id from plain.checkpoints where reader = 'reactor:new'"),
  );
  expect(unread).toEqual([{ position: '0.0.0', event_id: null }]);
  const restored = await startOn(empty, undefined);
  const attempts = await attemptsIn(restored);
  await restored.stop();
  expect(acknowledged.filter((id) => !attempts.includes(id))).toEqual([]);
});

it('keeps a KurrentDB with the whole log when only PostgreSQL was lost', async () => {
  const empty = await emptyDatabase();
  const events = idsOf(double);
  expect(await restore(empty, double)).toMatchObject({
    code: 0,
    err: newerEvents(events.length - eventsSaved),
    out: [expect.stringMatching(/already contains the log of this backup and was not changed/), expect.anything()],
  });
  expect(idsOf(double)).toEqual(events);
  const restored = await startOn(empty, double);
  const attempts = await attemptsIn(restored);
  await restored.stop();
  // Also results that are newer than the backup, because the log contains them.
  const sent = double.log.records.filter(({ type }) => type === 'ScoreSubmitted');
  expect(sent.length).toBeGreaterThan(acknowledged.length);
  expect(acknowledged.filter((id) => !attempts.includes(id))).toEqual([]);
});

it('repeats the erasures of ERASURES_FILE in the KurrentDB that the restored platform uses', async () => {
  const settings = { ERASURES_FILE: join(folder, 'erasures') };
  await new ErasuresFile(settings.ERASURES_FILE, secrets.AUDIT_KEY!).append(new Map([[student.userId, new Date()]]));
  for (const target of [await emptyKurrentDb(), double]) {
    const empty = await emptyDatabase();
    const done = await cli(['restore', file, '--keys', keysFile], empty, target, settings);
    expect(done).toMatchObject({ code: 0, err: target === double ? [expect.stringMatching(/newer than/)] : [] });
    expect(target.log.records.filter(({ type }) => type === 'PersonalDataErased')).toHaveLength(1);
    expect(await rowsIn(empty.adminUrl, 'plain.erased_subjects')).toBe(1);
    expect(await cli(['projections', 'verify'], empty, target)).toMatchObject({ code: 0, err: [] });
  }
});

it('restores into PostgreSQL when KurrentDB fails halfway, and log copy continues', async () => {
  const [empty, target] = [await emptyDatabase(), await emptyKurrentDb()];
  const append = target.log.append.bind(target.log);
  let left = 5;
  target.log.append = (...args) => {
    left -= 1;
    if (left >= 0) return append(...args);
    return { appended: false, current: 4_711 };
  };
  const broken = await restore(empty, target);
  expect(broken).toMatchObject({
    code: 1,
    err: [
      expect.stringMatching(/^Everything was restored into PostgreSQL, .* log copy --from postgres --to kurrentdb/),
    ],
  });
  expect(await cli(['projections', 'list'], empty, target)).toMatchObject({
    code: 1,
    err: [expect.stringMatching(/^The log of this database is in PostgreSQL/)],
  });
  expect(await cli(['projections', 'verify'], empty)).toMatchObject({ code: 0, err: [] });
  target.log.append = append;
  const copied = await cli(['log', 'copy', '--from', 'postgres', '--to', 'kurrentdb'], empty, target);
  expect(copied).toMatchObject({ code: 0, out: [expect.stringMatching(/existed\.$/), expect.anything()] });
  expect(await cli(['projections', 'verify'], empty, target)).toMatchObject({ code: 0, err: [] });
}, 120_000);

describe('refuses, before any change,', () => {
  let empty: TestDatabase;
  beforeAll(async () => {
    empty = await emptyDatabase();
  });
  afterEach(async () => {
    expect(await rowsIn(empty.adminUrl, 'log.events')).toBe(0);
    expect(await rowsIn(empty.adminUrl, 'plain.log_location')).toBe(0);
  });

  it('a KurrentDB with another log', async () => {
    const other = await emptyKurrentDb();
    const another = await TestPlatform.start({ kurrentDb: { url: other.url, streamPrefix: '' } });
    await another.stop();
    const before = idsOf(other);
    expect(await restore(empty, other)).toMatchObject({
      code: 3,
      err: [expect.stringMatching(/contains another log than the backup .* Nothing was changed\.$/)],
    });
    expect(idsOf(other)).toEqual(before);
  });

  it('a KurrentDB that does not answer, for a backup and for a restore', async () => {
    const away = await KurrentDbDouble.start();
    away.close();
    const err = [expect.stringMatching(/^The KurrentDB of KURRENTDB_URL does not answer .* Nothing was changed\.$/)];
    expect(await restore(empty, away)).toMatchObject({ code: 1, err });
    // The database is checked first, because reading a log takes long.
    expect(await restore(database, away)).toMatchObject({ code: 3, err: [expect.stringMatching(/is not empty/)] });
    const unwritten = join(folder, 'unwritten');
    expect(await cli(['backup', unwritten], database, away)).toMatchObject({ code: 1, err });
    expect(readdirSync(folder).filter((name) => name.startsWith('unwritten'))).toEqual([]);
  });

  it('a backup of an older version without the log, unless KurrentDB contains it', async () => {
    const older = join(folder, 'older.backup');
    writeFileSync(older, asOlderVersion(readFileSync(file)));
    expect(await restore(empty, undefined, older)).toMatchObject({
      code: 1,
      err: [expect.stringMatching(/does not contain the log, which was in KurrentDB\. Restore KurrentDB separately/)],
    });
    expect(await restore(empty, await emptyKurrentDb(), older)).toMatchObject({
      code: 3,
      err: [expect.stringMatching(/does not contain the log, and the KurrentDB of KURRENTDB_URL is empty/)],
    });
    for (const kept of [0, 3]) {
      writeFileSync(older, asOlderVersion(readFileSync(file), kept));
      const other = await emptyDatabase();
      expect(await restore(other, double, older)).toMatchObject({
        code: 0,
        err: [expect.stringMatching(/newer than/)],
      });
      expect(await cli(['projections', 'verify'], other, double)).toMatchObject({ code: 0, err: [] });
    }
  });
});

/**
 * Returns the same backup as an older version wrote it, which omitted a log in KurrentDB.
 * @param kept events from before the log was moved, in the order of their storage
 */
function asOlderVersion(backup: Buffer, kept = 0): Buffer {
  const lines = gunzipSync(backup).toString().split('\n').slice(0, -2);
  const mark = lines[0]!.indexOf('{');
  const header = JSON.parse(lines[0]!.slice(mark)) as {
    holdsLog?: boolean;
    platformId?: string;
    tables: { table: string; rows: number }[];
  };
  delete header.holdsLog;
  delete header.platformId;
  const begin = lines.findIndex((line) => line.startsWith('COPY log.events '));
  const events = header.tables.find(({ table }) => table === 'events')!;
  const moved = lines.splice(begin + 1, events.rows).slice(0, kept);
  lines.splice(begin + 1, 0, ...moved.toReversed());
  events.rows = kept;
  lines[0] = lines[0]!.slice(0, mark) + JSON.stringify(header);
  const text = `${lines.join('\n')}\n`;
  const sha256 = createHash('sha256').update(text).digest('hex');
  return gzipSync(`${text}-- end ${JSON.stringify({ sha256, signature: signatureOf(secrets.AUDIT_KEY!, sha256) })}\n`);
}
