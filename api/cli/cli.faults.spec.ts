import { randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { projections } from '../app.module.js';
import { defaultCatalogue } from '../features/catalogue/default-catalogue.js';
import { GameFolder } from '../platform/http/testing/game-folder.js';
import { testConfig } from '../platform/http/testing/test-http-application.js';
import { newPostgresState, savePostgresState } from '../platform/database/postgres-state.js';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.js';
import { MIGRATIONS } from '../migrations.js';
import { migrate } from '../platform/database/migrate.js';
import { APP_ROLE, withClient } from '../platform/database/postgres-roles.js';
import { continueOnAnotherTimeline } from '../platform/database/testing/another-timeline.js';
import { createTestDatabase, type TestDatabase } from '../platform/database/testing/test-database.js';
import { LOG_START, type RecordedEvent } from '../platform/eventsourcing/message.js';
import { onPostgres } from '../platform/eventsourcing/testing/on-postgres.js';
import { PACKAGE_ROOT } from '../platform/ops/package-info.js';
import { completeSecrets } from '../start/secrets.js';
import { makeFolder, removeDataDir } from '../start/testing/folders.js';
import { sampleAttempt } from '../testing/sample-attempt.js';
import { TestPlatform } from '../testing/test-platform.js';
import { until } from '../testing/until.js';
import { runCli } from './run-cli.js';

const secrets = testConfig().secrets;

/** Output of a command, and its exit code. */
async function cli(command: string, environment: NodeJS.ProcessEnv) {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) };
  const code = await runCli(command.split(' ').filter(Boolean), terminal, environment);
  return { code, out, err };
}

describe('config', () => {
  it('shows every setting, and of secrets only whether they are set', async () => {
    const { code, out } = await cli('config', {
      ...secrets,
      DATABASE_URL: 'postgres://app:hidden@db.example:5432/ready_room',
      BOOTSTRAP_ADMIN_USERNAME: 'root',
      BOOTSTRAP_ADMIN_EMAIL: 'root@example.org',
      BOOTSTRAP_ADMIN_PASSWORD: 'hidden too',
      STRIPE_SECRET_KEY: 'sk_test_hidden',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_shown',
      STRIPE_WEBHOOK_SECRET: 'whsec_hidden',
      STRIPE_PRICE_ID: 'price_1',
      SEAL_ANCHOR_WEBHOOK: 'https://ready-room:hidden@anchors.example/hidden',
    });
    expect(code).toBe(0);
    expect(out).toEqual(expect.arrayContaining([expect.stringMatching(/^PORT +3000$/)]));
    expect(out).toEqual(expect.arrayContaining([expect.stringMatching(/^MASTER_KEY +set$/)]));
    expect(out.join('\n')).toContain('postgres://app:***@db.example:5432/ready_room');
    expect(out).toEqual(expect.arrayContaining([expect.stringMatching(/^STRIPE_PUBLISHABLE_KEY +pk_test_shown$/)]));
    expect(out.join('\n')).not.toContain('hidden');
    for (const secret of Object.values(secrets)) expect(out.join('\n')).not.toContain(secret);
  });

  it('marks a secret as missing only when the embedded database exists', async () => {
    const before = await cli('config', { DATA_DIR: '/nowhere', JWT_SECRET: secrets.JWT_SECRET });
    expect(before.out).toEqual(expect.arrayContaining([expect.stringMatching(/^JWT_SECRET +set$/)]));
    expect(before.out.join('\n')).toMatch(/^MASTER_KEY +\(not set: the first start generates it\)$/m);
    expect(before.out.join('\n')).not.toContain('missing');
    const folder = makeFolder('config', 0o700);
    await savePostgresState(folder, newPostgresState('postgres'));
    writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ HMAC_KEY: secrets.HMAC_KEY }));
    const { out } = await cli('config', { DATA_DIR: folder });
    expect(out).toEqual(expect.arrayContaining([expect.stringMatching(/^HMAC_KEY +generated$/)]));
    expect(out).toEqual(expect.arrayContaining([expect.stringMatching(/^MASTER_KEY +missing$/)]));
    removeDataDir(folder);
  });

  it('names the game build of a folder, or the error in the folder', async () => {
    const folder = await GameFolder.make();
    const shown = async () => (await cli('config', { UNITY_BUILD_DIR: folder.path })).out.join('\n');
    expect(await shown()).toContain(`UNITY_BUILD_DIR (${folder.path}) contains no Unity build: `);
    await folder.build('Orbits', '.br', 'Build');
    expect(await shown()).toMatch(/^UNITY_BUILD_DIR +\S+ \(build Orbits\)$/m);
    await folder.remove();
  });

  it('works as a separate process', () => {
    const built = join(PACKAGE_ROOT, 'dist/api/cli.js');
    if (!existsSync(built)) throw new Error('This spec tests the build: run "node infra/setup/prepare.mjs" first.');
    const printed = execFileSync(process.execPath, [built, 'config'], { env: { PORT: '4711' }, encoding: 'utf8' });
    expect(printed).toMatch(/^PORT +4711$/m);
  });
});

it.each(['dist/api/main.js', 'dist/infra/local-cluster/cluster.js', 'dist/infra/bench/bench.js'])(
  '%s prints help instead of starting',
  (program) => {
    const printed = execFileSync(process.execPath, [join(PACKAGE_ROOT, program), '--help'], { encoding: 'utf8' });
    expect(printed).toMatch(/^Usage: npm .*--help/s);
  },
);

describe('migrate', () => {
  it('migrates a database to this version, and is safe to run again', async () => {
    const database = await createTestDatabase();
    const environment = { ...secrets, DATABASE_URL: database.appUrl, DATABASE_ADMIN_URL: database.adminUrl };
    try {
      await withClient(database.adminUrl, (client) =>
        client.query('drop schema log, read, rebuild, jobs, plain cascade; drop table ready_room_migrations'),
      );
      const first = await cli('migrate', environment);
      expect([first.code, first.err, first.out.at(-1)]).toEqual([
        0,
        [],
        expect.stringMatching(/^Applied \d+ migrations\.$/),
      ]);
      expect(first.out[0]).toBe('EventLog1700000000000');
      expect(await cli('migrate', environment)).toEqual({ code: 0, err: [], out: ['The database is up to date.'] });
    } finally {
      await database.drop();
    }
  });

  it('refuses settings that name another log, before any change', async () => {
    const database = await createTestDatabase();
    try {
      await withClient(database.adminUrl, async (client) => {
        await client.query('drop table plain.log_location');
        await client.query(`delete from ready_room_migrations where name like 'LogLocation%'`);
        await client.query(
          `insert into plain.checkpoints (reader, position, event_id, stream, version, sequence, leader_epoch)
           values ('projector', '1000000.4711.4711', gen_random_uuid(), 'sample-1', 0, 1, 1)`,
        );
      });
      const environment = { ...secrets, DATABASE_URL: database.appUrl, DATABASE_ADMIN_URL: database.adminUrl };
      const { code, err } = await cli('migrate', environment);
      expect([code, err]).toEqual([1, [expect.stringContaining('The log of this database is in KurrentDB')]]);
      const { rows } = await withClient(database.adminUrl, (client) =>
        client.query(`select to_regclass('plain.log_location') as migrated`),
      );
      expect(rows).toEqual([{ migrated: null }]);
    } finally {
      await database.drop();
    }
  });

  it('names DATABASE_ADMIN_URL when the role is not allowed to change the schema', async () => {
    const database = await createTestDatabase();
    try {
      await withClient(database.adminUrl, (client) =>
        client.query('drop schema log, read, rebuild, jobs, plain cascade; drop table ready_room_migrations'),
      );
      const { code, err } = await cli('migrate', { ...secrets, DATABASE_URL: database.appUrl });
      expect(code).toBe(1);
      expect(err.at(-1)).toMatch(/^The database role lacks a right \(permission denied .*Set DATABASE_ADMIN_URL/);
    } finally {
      await database.drop();
    }
  });

  it('leaves the embedded database to npm start', async () => {
    expect((await cli('migrate', {})).err).toEqual(['npm start migrates the embedded database.']);
  });
});

const archived = { WAL_ARCHIVE_DIR: '/nowhere/archive' };

describe('invalid commands and settings print one sentence', () => {
  it.each([
    ['', {}, /^Usage: npm run cli -- /],
    ['projections', {}, /^Usage: npm run cli -- projections /],
    ['projections lst', {}, /^Unknown command 'lst'\. Did you mean list\?$/m],
    ['dead-leters list', {}, /^Unknown command 'dead-leters'\. Did you mean dead-letters\?$/m],
    ['projections rebuild', {}, /^Missing required argument 'names'\.$/m],
    ['projections list everything', {}, /^Unexpected word 'everything'\./],
    ['privacy erase', {}, /^Missing required argument 'user'\.$/m],
    ['privacy export one two', {}, /^Unexpected word 'two'\./],
    ['audit', {}, /^Usage: npm run cli -- audit /],
    ['audit verify one', {}, /^Command-argument value 'one' is invalid .*whole number from 1\.$/m],
    ['audit verify 1', {}, /^A seal needs its head\.$/m],
    ['audit verify 1 no-head', {}, /64 hexadecimal digits\.$/m],
    ['audit verify --anchors', {}, /^Option '--anchors <file>' argument missing\.$/m],
    ['config --loud', {}, /^Unknown option '--loud'\.$/m],
    ['restore backup --chek', {}, /^Unknown option '--chek'\. Did you mean --check\?$/m],
    ['dead-letters list all', {}, /^Unexpected word 'all'\./],
    ['dead-letters replay projection', {}, /^Missing required argument 'name'\.$/m],
    ['dead-letters replay reactor seats no-id', {}, /An event id is a UUID\.$/m],
    ['catalogue publish', {}, /^Name a file, or use --default\.$/m],
    ['log copy --from postgres', {}, /^Required option '--to <engine>' not specified\.$/m],
    ['log copy --from postgres --to postgres', {}, /^--from and --to must name different engines\.$/m],
    ['log copy --from postgres --to mysql', {}, /Allowed choices are postgres, kurrentdb\.$/m],
    [
      'catalogue publish /nowhere/catalogue.json',
      {},
      /^The file \/nowhere\/catalogue\.json cannot be read \(ENOENT\)\.$/,
    ],
    ['config', { PORT: 'many' }, /^PORT: /],
    ['base-backup', {}, /^Missing required argument 'folder'\.$/m],
    ['base-backup /nowhere/base', { DATA_DIR: '/nowhere' }, /^The platform is not running: start it first\.$/],
    ['recover /nowhere/base', {}, /^Set WAL_ARCHIVE_DIR to the folder of the WAL archive\.$/],
    ['recover /nowhere/base --to noon', archived, /^--to noon is not a time with its zone, such as /],
    ['recover /nowhere/base --to 2999-01-01T00:00:00Z', archived, /^--to 2999-01-01T00:00:00Z is in the future\.$/],
    [
      'recover /nowhere/base',
      { ...secrets, DATABASE_URL: 'postgres://app:secret@127.0.0.1:1/ready_room' },
      /^This command is for the embedded PostgreSQL; /,
    ],
    [
      'recover /nowhere/base',
      { ...archived, KURRENTDB_URL: 'kurrentdb://127.0.0.1:1?tls=false' },
      /^This command needs the log in PostgreSQL; /,
    ],
    ['projections list', { DATA_DIR: '/nowhere' }, /^There is no database in \/nowhere yet/],
    [
      'projections list',
      { ...secrets, DATABASE_URL: 'postgres://app:secret@127.0.0.1:1/ready_room' },
      /^The database 127\.0\.0\.1:1\/ready_room does not answer \(.*ECONNREFUSED.*\)/,
    ],
  ])('%s', async (command, environment, sentence) => {
    const { code, out, err } = await cli(command, environment);
    expect({ code, out }).toEqual({ code: 1, out: [] });
    expect(err.join('\n')).toMatch(sentence);
  });
});

it('names an unusable file instead of the database', async () => {
  const folder = makeFolder('recover', 0o700);
  writeFileSync(join(folder, 'backup_label'), 'START TIME: 2026-11-24 09:30:00 UTC');
  const environment = { DATA_DIR: join(folder, 'data'), WAL_ARCHIVE_DIR: join(folder, 'archive') };
  const sentence = /^A file or folder cannot be used \(ENOENT: .*pg_control'\): fix it, then try again\.$/;
  const { code, err } = await cli(`recover ${folder}`, environment);
  expect({ code, err }).toEqual({ code: 1, err: [expect.stringMatching(sentence)] });
  removeDataDir(folder);
});

describe('projections of a running platform', () => {
  let platform: TestPlatform;
  let database: TestDatabase;
  let environment: NodeJS.ProcessEnv;
  const names = new Set(projections.map(({ name }) => name));
  const folder = makeFolder('anchors', 0o700);
  const run = (command: string) => cli(`projections ${command}`, environment);
  const change = async (text: string, values: string[] = []): Promise<Record<string, string>[]> =>
    (await withClient(database.superuserUrl, (client) => client.query(text, values))).rows;

  /** Returns the first event of a type, in either engine. */
  async function eventOf(type: string): Promise<RecordedEvent> {
    let found: RecordedEvent | undefined;
    await until(async () => {
      await platform.settled();
      const events = await platform.store.readAll(LOG_START).next(1_000);
      found = events.find((event) => event.type === type);
      return found !== undefined;
    });
    return found!;
  }

  beforeAll(async () => {
    const sealAnchors = { file: join(folder, 'anchors'), webhook: undefined, syslog: undefined };
    platform = await TestPlatform.start({ sealAnchors }, (made) => (database = made));
    environment = { ...secrets, DATABASE_URL: database.appUrl, ...platform.logEnvironment };
    const organization = await platform.organization();
    const instructor = await platform.person('Instructor', organization);
    const student = await platform.person('User', organization);
    const course = await platform.course(instructor, organization);
    const { body: session } = await instructor.put<{ id: string }>(`/groups/${course.id}/activesession`);
    await student.post('/groups/join', { code: course.password });
    expect((await student.post('/scores', sampleAttempt(session.id))).status).toBe(202);
    await platform.settled();
  });
  afterAll(async () => {
    await platform.stop();
    removeDataDir(folder);
  });

  it('are listed with their progress', async () => {
    const { code, out } = await run('list');
    expect(code).toBe(0);
    expect(out).toHaveLength(names.size + 1);
    expect(out.find((line) => line.startsWith('attempts '))).toMatch(/^attempts +v\d+ +1 +\d+\.\d+\.\d+ +\d+ +0 +0$/);
  });

  it('show parked events, which are no difference to the log', async () => {
    const { stream, eventId } = await eventOf('ScoreSubmitted');
    const emptied = ['attempts', 'attempt_forms', 'attempt_classes', 'gradebook', 'leaderboards', 'leaderboard_totals'];
    await change(emptied.map((table) => `delete from read.${table}_v19`).join('; '));
    await change(
      `insert into plain.dead_letters (reader, stream, version, event_id, sequence, reason)
       values ('attempts_v19', $1, 0, $2, 1, 'no such column')`,
      [stream, eventId],
    );
    const { out } = await run('list');
    expect(out.find((line) => line.startsWith('attempts '))).toMatch(/ 0 +1$/);
    expect(out.at(-1)).toBe(`parked: attempts_v19 ${stream} (1 event): no such column`);
    expect((await run('verify')).code).toBe(0);
    await run('rebuild attempts');
    expect((await run('list')).out.find((line) => line.startsWith('attempts '))).toMatch(/ 0 +0$/);
  });

  it('are dead letters when parked, and are replayed from there', async () => {
    const letters = (words: string) => cli(`dead-letters ${words}`, environment);
    expect(await letters('list')).toEqual({ code: 0, err: [], out: ['No dead letters.'] });
    const { stream, eventId } = await eventOf('ScoreSubmitted');
    await change(
      `insert into plain.dead_letters (reader, stream, version, event_id, sequence, reason)
       values ('attempts_v19', $1, 0, $2, 1, 'no room for "Mara Keller"')`,
      [stream, eventId],
    );
    const { code, out } = await letters('list');
    expect(code).toBe(1);
    expect(out[0]).toMatch(/^projection attempts, since 20.*: no room for …$/);
    expect(out[1]).toBe(`  event: ScoreSubmitted, number 0 of ${stream}`);
    expect(out.at(-1)).toBe('  then: npm run cli -- dead-letters replay projection attempts');
    expect((await letters('replay projection nothing')).err).toEqual(['There is no such read model.']);
    expect((await letters('replay job nothing')).err).toEqual(['This job has not failed, or no longer exists.']);
    expect((await letters('replay projection attempts')).code).toBe(0);
    await until(async () => (await letters('list')).code === 0);
    expect(await eventOf('ReplayRequested')).toMatchObject({
      data: { kind: 'projection', reader: 'attempts', id: null },
      metadata: { actorId: 'system' },
    });
  });

  it('match the log until a row is changed, which a rebuild corrects', async () => {
    const before = await run('verify');
    expect(before.err).toEqual([]);
    expect(before.out.filter((line) => !line.startsWith('same '))).toEqual([]);
    expect(before.out.length).toBeGreaterThanOrEqual(names.size);
    await change("update read.people_v2 set first_name = 'Mallory' where username <> 'root.admin'");
    const { code, out, err } = await run('verify');
    expect(code).toBe(1);
    expect(out.filter((line) => line.startsWith('DIFFERS '))).toEqual([expect.stringMatching(/ people_v2 +3 +rows$/)]);
    expect(err).toEqual([expect.stringContaining('projections rebuild')]);
    expect(await run('rebuild people')).toMatchObject({ code: 0, out: ['people was rebuilt.'] });
    expect((await run('verify')).code).toBe(0);
    expect((await run('list')).out.find((line) => line.startsWith('people '))).toMatch(/^people +v2 +2 /);
  });

  it('are all rebuilt on request', async () => {
    const { code, out } = await run('rebuild all');
    expect({ code, rebuilt: out.filter((line) => line.endsWith(' was rebuilt.')).length }).toEqual({
      code: 0,
      rebuilt: names.size,
    });
  });

  it('refuse an unknown name before any rebuild starts', async () => {
    const { code, err } = await run('rebuild people gradebok');
    expect({ code, err }).toEqual({
      code: 1,
      err: [expect.stringMatching(/^There is no projection gradebok, only .*people/)],
    });
  });

  const audit = (words = '') => cli(`audit verify${words}`, environment);

  it('are based on a log that is sealed within seconds and verified', async () => {
    const sealed = () => change("select number || ' ' || encode(head, 'hex') as noted from log.seals");
    const deadline = Date.now() + 30_000;
    while ((await sealed()).length === 0 && Date.now() < deadline) await delay(200);
    const noted = ` ${(await sealed())[0]!['noted']}`;
    expect(await audit(noted)).toMatchObject({
      code: 0,
      err: [],
      out: [expect.stringMatching(/ events in \d seals? are /), expect.any(String)],
    });
    expect((await audit(` 7${noted.slice(2)}`)).err).toEqual([
      expect.stringMatching(/^Seal 7 is missing, the chain ends at \d: the chain was truncated\.$/),
    ]);
  });

  it('are based on a log whose seals are anchored in a file, and verified against it', async () => {
    const anchors = join(folder, 'anchors');
    await until(() => existsSync(anchors) && readFileSync(anchors, 'utf8').includes('\n'));
    const { code, err, out } = await audit(` --anchors ${anchors}`);
    expect({ code, err }).toEqual({ code: 0, err: [] });
    expect(out[0]).toMatch(/^\d anchors? match(es)?, the newest is seal \d of 20\S+Z\.$/);
    const [line] = readFileSync(anchors, 'utf8').split('\n') as [string];
    const forged = join(folder, 'forged');
    writeFileSync(forged, `not an anchor\n${line.replace(/"head":"[^"]+/, `"head":"${'0'.repeat(64)}`)}\n`);
    expect(await audit(` --anchors ${forged}`)).toEqual({
      code: 1,
      out: [],
      err: [
        `${forged}: 1 line is not an anchor and was skipped.`,
        expect.stringMatching(/^Seal \d differs from its anchor: .* After a restore, /),
      ],
    });
    writeFileSync(forged, '');
    expect((await audit(` --anchors ${forged}`)).err).toEqual([`${forged} contains no anchors.`]);
    expect((await audit(` --anchors ${folder}`)).err).toEqual([`${folder} is not a file.`]);
    expect((await audit(' --anchors /nowhere/anchors')).err).toEqual([
      'The file /nowhere/anchors cannot be read (ENOENT).',
    ]);
  });

  onPostgres('are based on a log whose changed event is named', async () => {
    await withClient(database.superuserUrl, async (client) => {
      await client.query('set session_replication_role = replica');
      await client.query(`update log.events set data = data || '{"role": "User"}' where type = 'UserRegistered'`);
    });
    const { code, out, err } = await audit();
    expect({ code, out }).toEqual({ code: 1, out: [] });
    expect(err).toEqual([expect.stringMatching(/^Seal 1 .* was changed: event .* \(user-/)]);
  });
});

describe('catalogue publish', () => {
  const source = join(PACKAGE_ROOT, 'api/features/catalogue/default-catalogue.json');
  const folder = makeFolder('catalogue', 0o700);
  afterAll(() => removeDataDir(folder));
  const fileOf = (name: string, scenarios: unknown): string => {
    const file = join(folder, name);
    writeFileSync(file, JSON.stringify(scenarios, undefined, 2));
    return file;
  };

  it('only checks the file with --check, without a database', async () => {
    const without = { DATA_DIR: '/nowhere' };
    expect(await cli(`catalogue publish ${source} --check`, without)).toEqual({
      code: 0,
      out: [`${source} is fine: 14 scenarios in 5 campaigns, 2 quizzes among them.`],
      err: [],
    });
    const [first, ...more] = defaultCatalogue();
    const broken = fileOf('broken.json', [{ ...first, maxQuestionsScore: 5 }, ...more, first]);
    const { code, out, err } = await cli(`catalogue publish ${broken} --check`, without);
    expect({ code, out }).toEqual({ code: 1, out: [] });
    expect(err).toEqual([
      `${broken}:13:26 Scenario 1 ("Frames of Reference"), maxQuestionsScore: The questions have 0 points in total, not 5.`,
      expect.stringMatching(/:\d+:\d+ Scenario 15 .* already has this id\. Each scenario needs its own\.$/),
      expect.stringContaining('Keep its scenarios together.'),
      '3 problems: nothing was published.',
    ]);
    expect((await cli(`catalogue publish ${broken}`, without)).code).toBe(1);
  });

  it('publishes the content of the file once, also after a failover', async () => {
    const database = await createTestDatabase();
    const environment = { ...secrets, DATABASE_URL: database.appUrl };
    try {
      const { out } = await cli(`catalogue publish ${source}`, environment);
      expect(out).toEqual(['Edition 1 was published: 14 scenarios in 5 campaigns, 2 quizzes among them.']);
      const again = await cli(`catalogue publish ${source}`, environment);
      expect(again.out).toEqual(['Edition 1 already has this content. Nothing was published.']);
      await continueOnAnotherTimeline(database.adminUrl);
      const one = fileOf('one.json', defaultCatalogue().slice(0, 1));
      expect(await cli(`catalogue publish ${one}`, environment)).toEqual({
        code: 0,
        out: ['Edition 2 was published: 1 scenario in 1 campaign, 0 quizzes among them.'],
        err: [],
      });
      const [moved] = defaultCatalogue();
      const elsewhere = fileOf('moved.json', [{ ...moved, campaignId: randomUUID(), campaignTitle: 'Elsewhere' }]);
      const refused = await cli(`catalogue publish ${elsewhere}`, environment);
      expect(refused.code).toBe(1);
      expect(refused.err.join('\n')).toMatch(
        /^A scenario cannot move to another campaign\.\n.* give it a new id to publish it in "Elsewhere"\.$/,
      );
    } finally {
      await database.drop();
    }
  });
});

it('reports that there is no active leader instead of waiting for one', async () => {
  const database = await createTestDatabase();
  try {
    const { code, err } = await cli('projections rebuild all', { ...secrets, DATABASE_URL: database.appUrl });
    expect({ code, err }).toEqual({ code: 1, err: [expect.stringMatching(/^There is no active leader/)] });
  } finally {
    await database.drop();
  }
});

describe('the embedded database', () => {
  const dataDir = makeFolder('cli', 0o711);
  afterAll(() => removeDataDir(dataDir));

  it('is reached while a platform runs on it, and started for the command otherwise', async () => {
    const postgres = await startEmbeddedPostgres({ dataDir });
    try {
      await migrate(postgres.adminUrl, APP_ROLE, MIGRATIONS);
      await completeSecrets(dataDir, {}, []);
      expect(await cli('projections list', { DATA_DIR: dataDir })).toMatchObject({ code: 0, err: [] });
      expect(await cli('restore file', { DATA_DIR: dataDir })).toEqual({
        code: 3,
        out: [],
        err: [`A platform is running on ${dataDir}: stop it, or set DATA_DIR to another folder.`],
      });
      expect((await cli('config', { DATA_DIR: dataDir })).out).toEqual(
        expect.arrayContaining([expect.stringMatching(/^MASTER_KEY +generated$/)]),
      );
    } finally {
      await postgres.stop();
    }
    expect(await cli('projections list', { DATA_DIR: dataDir })).toMatchObject({ code: 0, err: [] });
    expect(existsSync(join(dataDir, 'run.lock'))).toBe(false);
    await expect(withClient(postgres.appUrl, (client) => client.query('select 1'))).rejects.toThrow(/ECONNREFUSED/);
  });
});
