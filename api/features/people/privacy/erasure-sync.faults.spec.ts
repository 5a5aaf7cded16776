import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { runCli } from '../../../cli/run-cli.js';
import type { Config } from '../../../config.js';
import { systemClock } from '../../../platform/clock.js';
import { closeEpoch } from '../../../platform/database/epoch.js';
import { EpochWatch } from '../../../platform/database/epoch-watch.js';
import { POOL } from '../../../platform/database/pool.js';
import { withClient } from '../../../platform/database/postgres-roles.js';
import { createTestDatabase, type TestDatabase } from '../../../platform/database/testing/test-database.js';
import { eraseKey } from '../../../platform/eventsourcing/erased-subjects.js';
import { Claims } from '../../../platform/eventsourcing/claims.js';
import { testConfig } from '../../../platform/http/testing/test-http-application.js';
import { ReadinessChecks } from '../../../platform/ops/readiness-checks.js';
import type { TestClient } from '../../../testing/test-client.js';
import { TestPlatform } from '../../../testing/test-platform.js';
import { until } from '../../../testing/until.js';
import { userStream } from '../user.stream.js';
import { erasePerson, repeatErasuresOf } from './erase-person.js';
import { ErasuresFile } from './erasures-file.js';

let folder: string;
let erasuresFile: string;
let platform: TestPlatform;
let database: TestDatabase;
let erased: TestClient;
let username: string;
let organizationId: string;
const databases: TestDatabase[] = [];

const { secrets } = testConfig();
const mailFolder = (): string => join(folder, 'nothing', 'outbox');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ready-room-erasures-'));
  mkdirSync(join(folder, 'erasures'));
  erasuresFile = join(folder, 'erasures', 'file');
  platform = await TestPlatform.start({ kurrentDb: undefined, erasuresFile }, (made) => (database = made));
  organizationId = await platform.organization();
  erased = await platform.person('User', organizationId);
  username = await nameIn(database);
  expect(await cli(database, ['backup', join(folder, 'before'), '--keys', join(folder, 'before.keys')])).toBe(0);
});
afterAll(async () => {
  await platform.stop();
  await Promise.all(databases.map((each) => each.drop()));
  rmSync(folder, { recursive: true });
});

let said: string[] = [];
async function cli({ appUrl, adminUrl }: TestDatabase, words: readonly string[], settings: NodeJS.ProcessEnv = {}) {
  said = [];
  const terminal = { out: (line: string) => void said.push(line), err: (line: string) => void said.push(line) };
  const environment = {
    ...secrets,
    DATABASE_URL: appUrl,
    DATABASE_ADMIN_URL: adminUrl,
    DATA_DIR: join(folder, 'nothing'),
  };
  return runCli(words, terminal, { ...environment, ...settings });
}

const query = <Row extends object>({ appUrl }: TestDatabase, text: string): Promise<Row[]> =>
  withClient(appUrl, async (client) => (await client.query<Row>(text, [erased.userId])).rows);

const nameIn = async (of: TestDatabase): Promise<string> =>
  (await query<{ username: string }>(of, 'select username from read.people where id = $1'))[0]!.username;

interface Traces {
  key: boolean;
  tombstone: boolean;
  event: boolean;
}

/** Returns whether the person has a key, a tombstone, and the event of the erasure. */
const tracesIn = async (of: TestDatabase): Promise<Traces> =>
  (
    await query<Traces>(
      of,
      `select exists (select from plain.subject_keys where subject_id = $1) as key,
              exists (select from plain.erased_subjects where subject_id = $1) as tombstone,
              exists (select from log.events where type = 'PersonalDataErased' and data ->> 'userId' = $1::text) as event`,
    )
  )[0]!;

const ERASED = { key: false, tombstone: true, event: true };
const ALIVE = { key: true, tombstone: false, event: false };

async function restored(settings: NodeJS.ProcessEnv): Promise<TestDatabase> {
  const empty = await createTestDatabase();
  databases.push(empty);
  const args = ['restore', join(folder, 'before'), '--keys', join(folder, 'before.keys')];
  expect(await cli(empty, args, settings)).toBe(0);
  return empty;
}

/** Returns a file with this erasure. */
async function fileWith(userId: string): Promise<string> {
  const path = join(folder, `file-with-${userId}`);
  await new ErasuresFile(path, secrets.AUDIT_KEY!).append(new Map([[userId, systemClock.now()]]));
  return path;
}

const FAIL_AT_ERASURE = `
  create function log.fail_at_erasure() returns trigger language plpgsql as $$ begin raise 'Lost'; end $$;
  create trigger fail_at_erasure before insert on log.events for each row
    when (new.type = 'PersonalDataErased') execute function log.fail_at_erasure()`;

const checkOf = async ({ app }: TestPlatform) => (await app.get(ReadinessChecks).report()).checks['erasures'];

describe('while the file is not writable', () => {
  it('erases, reports the fault, is degraded, and writes the erasure later without a restart', async () => {
    expect(await checkOf(platform)).toEqual({ status: 'up' });
    renameSync(join(folder, 'erasures'), join(folder, 'away'));
    const code = await cli(database, ['privacy', 'erase', '--yes', username], { ERASURES_FILE: erasuresFile });
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.arrayContaining([
        expect.stringContaining('was erased'),
        `ERASURES_FILE: ${erasuresFile} cannot be written: there is no such folder. Running nodes write the erasure once they can write to their file.`,
      ]) as string[],
    });
    await until(async () => (await checkOf(platform))?.status === 'degraded');
    expect(await checkOf(platform)).toMatchObject({
      detail: expect.stringContaining('there is no such folder') as string,
    });
    expect(await tracesIn(database)).toEqual(ERASED);
    renameSync(join(folder, 'away'), join(folder, 'erasures'));
    await until(async () => (await checkOf(platform))?.status === 'up');
    expect(readFileSync(erasuresFile, 'utf8')).toContain(erased.userId);
  }, 40_000);
});

it('writes an erasure to the file of the command', async () => {
  const another = join(folder, 'another-node');
  expect(await cli(database, ['privacy', 'erase', '--yes', erased.userId], { ERASURES_FILE: another })).toBe(0);
  const { erasures } = await new ErasuresFile(another, secrets.AUDIT_KEY!).read();
  expect([...erasures.keys()]).toEqual([erased.userId]);
});

describe('an older backup with keys from before the erasure', () => {
  it('does not restore the person when the restore reads the file', async () => {
    const older = await restored({ ERASURES_FILE: erasuresFile });
    expect(said).toContain('Erasures of ERASURES_FILE applied: 1 people.');
    expect([await nameIn(older), await tracesIn(older)]).toEqual(['[erased]', ERASED]);
    expect(await cli(older, ['projections', 'verify'])).toBe(0);
  });

  it('erases the person again with "privacy redact" and the file', async () => {
    const older = await restored({});
    expect(await cli(older, ['privacy', 'redact'], { ERASURES_FILE: erasuresFile })).toBe(0);
    expect(said).toContain('Erasures of ERASURES_FILE applied: 1 people.');
    expect(await tracesIn(older)).toEqual(ERASED);
  });

  it('restores the person without the file, until a start reads it', async () => {
    const older = await restored({});
    expect([await nameIn(older), await tracesIn(older)]).toEqual([username, ALIVE]);
    const started = await TestPlatform.start(
      { kurrentDb: undefined, bootstrapAdmin: undefined, erasuresFile },
      () => older,
    );
    try {
      expect(await tracesIn(older)).toEqual(ERASED);
      await until(async () => (await checkOf(started))?.status === 'up');
      expect(await nameIn(older)).toBe('[erased]');
      expect(await query(older, 'select from read.people where id = $1 and not enabled')).toHaveLength(1);
    } finally {
      await started.stop();
    }
  });

  it('restores nothing when the file cannot be read', async () => {
    const empty = await createTestDatabase();
    databases.push(empty);
    const args = ['restore', join(folder, 'before'), '--keys', join(folder, 'before.keys')];
    const code = await cli(empty, args, { ERASURES_FILE: join(folder, 'missing', 'file') });
    expect({ code, said }).toEqual({ code: 1, said: [expect.stringMatching(/^ERASURES_FILE: .* cannot be read \(/)] });
    expect(await query(empty, 'select from log.events where $1::uuid is not null')).toEqual([]);
  });
});

/** Starts a node without the projector, and without the leader, which completes interrupted erasures too. */
const startHttpNode = (on: TestDatabase, settings: Partial<Config>): Promise<TestPlatform> =>
  TestPlatform.start({ kurrentDb: undefined, bootstrapAdmin: undefined, roles: ['http'], ...settings }, () => on);

it('stays ready while a new erasure is recorded and not projected yet', async () => {
  const older = await restored({});
  const file = join(folder, 'of-new-erasures');
  const started = await startHttpNode(older, { erasuresFile: file });
  try {
    const { app, store } = started;
    const pool = app.get<Pool>(POOL);
    const options = { pool, store, claims: app.get(Claims), mailFolder: mailFolder(), now: systemClock.now() };
    await erasePerson(erased.userId, options);
    await until(() => readFileSync(file, 'utf8').includes(erased.userId));
    // The next comparison, which finds the erasure in the file, reports this line.
    appendFileSync(file, 'damaged line');
    await until(async () => (await checkOf(started))?.status === 'degraded');
    expect(await nameIn(older)).toBe(username);
  } finally {
    await started.stop();
  }
});

describe('an erasure of the file that was interrupted after the tombstone', () => {
  const SHOWN = { status: 'down', detail: 'read models still show erased people' };

  it('is repeated at the start, and the node is not ready before the read models contain it', async () => {
    const older = await restored({});
    await withClient(older.appUrl, (client) => eraseKey(client, erased.userId));
    const started = await startHttpNode(older, { erasuresFile: await fileWith(erased.userId) });
    try {
      expect(await tracesIn(older)).toEqual(ERASED);
      expect([await nameIn(older), await checkOf(started)]).toEqual([username, SHOWN]);
    } finally {
      await started.stop();
    }
  });

  it('is repeated by a running node, which has deleted the mails', async () => {
    const older = await restored({});
    const dataDir = join(folder, 'data');
    const mail = join(dataDir, 'outbox', `mail-${erased.userId}`);
    mkdirSync(join(dataDir, 'outbox'), { recursive: true });
    writeFileSync(mail, username);
    const file = join(folder, 'copied-later');
    const started = await startHttpNode(older, { erasuresFile: file, dataDir });
    try {
      expect(await checkOf(started)).toEqual({ status: 'up' });
      await withClient(older.adminUrl, (client) => client.query(FAIL_AT_ERASURE));
      renameSync(await fileWith(erased.userId), file);
      await until(() => !existsSync(mail));
      expect(await tracesIn(older)).toEqual({ ...ERASED, event: false });
      await withClient(older.adminUrl, (client) => client.query('drop trigger fail_at_erasure on log.events'));
      await until(async () => (await tracesIn(older)).event);
      await until(async () => (await checkOf(started))?.status === 'down');
      expect([await nameIn(older), await checkOf(started)]).toEqual([username, SHOWN]);
    } finally {
      await started.stop();
    }
  });
});

describe('repeatErasuresOf', () => {
  const options = () => {
    const pool = platform.app.get<Pool>(POOL);
    const now = systemClock.now();
    return { pool, store: platform.store, claims: platform.app.get(Claims), mailFolder: mailFolder(), now };
  };

  it('skips an account that was registered after the erasure', async () => {
    const { userId } = await platform.person('User', organizationId);
    const before = new Date(Date.now() - 60_000);
    expect(await repeatErasuresOf(new Map([[userId, before]]), options())).toBe(0);
    const past = await platform.store.readStream(userStream.name(userId));
    expect(past.map(({ type }) => type)).not.toContain('PersonalDataErased');
  });

  it('deletes the key of a person whom the log does not contain', async () => {
    const { pool } = options();
    const userId = '0198c0de-0000-7000-8000-00000000abcd';
    const keys = async () =>
      (await pool.query('select from plain.subject_keys where subject_id = $1', [userId])).rowCount;
    await pool.query("insert into plain.subject_keys (subject_id, wrapped_key) values ($1, '\\x00')", [userId]);
    expect(await repeatErasuresOf(new Map([[userId, new Date(Date.now() - 60_000)]]), options())).toBe(0);
    expect(await keys()).toBe(1);
    expect(await repeatErasuresOf(new Map([[userId, new Date(Date.now() + 1_000)]]), options())).toBe(0);
    expect(await keys()).toBe(0);
  });
});

it('is not ready in another epoch of the database until the erasures are repeated', async () => {
  await withClient(database.adminUrl, async (client) => {
    await closeEpoch(client);
    await client.query('delete from plain.erased_subjects where subject_id = $1', [erased.userId]);
  });
  await withClient(database.appUrl, async (client) => {
    // Requests that began before the change of epoch are refused.
    await platform.app
      .get(EpochWatch)
      .admit(client)
      .catch(() => undefined);
    expect(await checkOf(platform)).toEqual({
      status: 'down',
      detail: 'the erasures in ERASURES_FILE have not been repeated yet',
    });
  });
  await until(async () => (await checkOf(platform))?.status === 'up');
  expect(await tracesIn(database)).toEqual(ERASED);
});
