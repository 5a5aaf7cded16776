import { jest } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { CommandBus } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { pino } from 'pino';
import type { Config } from '../../../config.js';
import { makeFolder, removeDataDir } from '../../../start/testing/folders.js';
import { systemContext } from '../../../platform/eventsourcing/system-context.js';
import { quizScenario, sampleAttempt } from '../../../testing/sample-attempt.js';
import { ERASED_TABLES } from './personal-tables.js';

const said: string[] = [];
const logger = await import('../../../platform/ops/logger.js');
jest.unstable_mockModule('../../../platform/ops/logger.js', () => ({
  ...logger,
  createLogger: () =>
    pino(
      { level: 'trace' },
      new Writable({
        write(line: Buffer, _encoding, done) {
          said.push(line.toString());
          done();
        },
      }),
    ),
}));
const { TestPlatform } = await import('../../../testing/test-platform.js');
const { testConfig } = await import('../../../platform/http/testing/test-http-application.js');
const { runCli } = await import('../../../cli/run-cli.js');
const { POOL } = await import('../../../platform/database/pool.js');
const { RecordRefusals } = await import('../../security-events/record-refusals.js');
const { RegisterUser } = await import('../register-user/register-user.command.js');

/** Personal data of the test person, each a unique text that can be searched for. */
const SESSION = '0198c0de-0000-7000-8000-0000000000d1';
const PLANTED = {
  bookmark: 'Planted note of a bookmark',
  username: 'zaphod.beeblebrox',
  email: 'zaphod@heart-of-gold.example',
  firstName: 'Zaphodfirst',
  lastName: 'Beeblebroxlast',
  rankTitle: 'Presidentrank',
  newEmail: 'zaphod.new@heart-of-gold.example',
  wishedEmail: 'zaphod.wished@heart-of-gold.example',
  newFirstName: 'Zaphodsecond',
  address: '203.0.113.77',
  sandbox: 'Heart-of-Gold-sandbox',
  sandboxNote: 'Improbability-drive-note',
  answer: 'Marvin-typed-this-answer',
};
const PASSWORD = 'orbital_mechanics_7#';

let dataDir: string;
let platform: Awaited<ReturnType<typeof TestPlatform.start>>;
let environment: NodeJS.ProcessEnv;
let userId: string;

beforeAll(async () => {
  dataDir = makeFolder('privacy', 0o700);
  const overrides: Partial<Config> = { dataDir, trustedProxies: 1, allowPlainHttp: true };
  let databaseUrl = '';
  platform = await TestPlatform.start(overrides, (database) => {
    databaseUrl = database.appUrl;
    return database;
  });
  environment = { ...testConfig().secrets, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...platform.logEnvironment };
  const organization = await platform.organization();
  const { username, email, firstName, lastName, rankTitle } = PLANTED;
  const registration = { username, email, firstName, lastName, rankTitle, password: PASSWORD, role: 'User' as const };
  const registered = await platform.app
    .get(CommandBus)
    .execute(
      new RegisterUser({ ...registration, organizationId: null, nationality: '840' }, systemContext(new Date())),
    );
  userId = registered.userId;
  await live(organization);
});
afterAll(async () => {
  await platform.stop();
  removeDataDir(dataDir);
});

/** Performs typical actions of a person in a day, from their own address. */
async function live(organization: string): Promise<void> {
  const from = { 'content-type': 'application/json', 'x-forwarded-for': PLANTED.address };
  const post = (path: string, body: unknown, headers = {}) =>
    fetch(`${platform.url}/api${path}`, {
      method: 'POST',
      headers: { ...from, ...headers },
      body: JSON.stringify(body),
    });
  await post('/auth/session', { username: PLANTED.username, password: 'not the password 1#' });
  const session = await post('/auth/session', { username: PLANTED.username, password: PASSWORD });
  const token = session.headers.get('x-auth-token')!;
  const changed = await fetch(`${platform.url}/api/users/${userId}`, {
    method: 'PUT',
    headers: { ...from, 'x-auth-token': token },
    body: JSON.stringify({ firstName: PLANTED.newFirstName, email: PLANTED.wishedEmail, currentPassword: PASSWORD }),
  });
  expect(changed.ok).toBe(true);
  const root = await platform.admin();
  expect((await root.put(`/users/${userId}`, { email: PLANTED.newEmail })).status).toBe(204);
  const sandbox = { title: PLANTED.sandbox, data: PLANTED.sandboxNote };
  expect((await post('/sandboxes', sandbox, { 'x-auth-token': token })).status).toBe(201);
  expect((await post('/scores', quizWithText(PLANTED.answer), { 'x-auth-token': token })).status).toBe(202);
  await platform.settled();
  expect((await post('/users/requestPasswordReset', PLANTED.newEmail)).status).toBe(204);
  const admin = await platform.admin();
  await admin.get(`/users?search=${PLANTED.lastName}&orgId=${organization}`);
  await platform.settled();
  await platform.app.get(RecordRefusals).flush();
  const deadline = Date.now() + 20_000;
  const pool = platform.app.get<Pool>(POOL);
  await pool.query('insert into plain.recorded_classes (session_id) values ($1)', [SESSION]);
  await pool.query(
    `insert into plain.recorded_states (at, class_number, presence, help, user_id, helper_id)
     select now(), class_number, 1, 0, person, helper
     from plain.recorded_classes, (values ($1::uuid, null), ($2::uuid, $1::uuid)) as rows (person, helper)`,
    [userId, root.userId],
  );
  await pool.query(
    'insert into plain.bookmarks (bookmark_id, session_id, user_id, at, note) values ($1, $1, $2, now(), $3)',
    [SESSION, userId, PLANTED.bookmark],
  );
  // The last activity is stored with a delay.
  const isNoted = async (): Promise<boolean> =>
    (await pool.query('select from plain.last_active where user_id = $1', [userId])).rowCount === 1;
  while (!(mails().join('').includes(PLANTED.newEmail) && (await isNoted())) && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 100));
}

/** Returns an attempt with a typed answer that the catalogue does not list. */
function quizWithText(answerText: string) {
  const attempt = sampleAttempt(null, quizScenario);
  const [first, ...rest] = attempt.questionScorecards;
  const answerScorecards = [...first!.answerScorecards, { answerText, answered: true, correct: false }];
  return { ...attempt, questionScorecards: [{ ...first!, answerScorecards }, ...rest] };
}

const mails = (): string[] => {
  try {
    return readdirSync(join(dataDir, 'outbox')).map((file) => readFileSync(join(dataDir, 'outbox', file), 'utf8'));
  } catch {
    return [];
  }
};

const cli = (...words: string[]) => cliAnswering(undefined, ...words);

/** Runs a command whose question is answered with `answer`; undefined when the input is not a terminal. */
async function cliAnswering(answer: string | undefined, ...words: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const print = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) };
  const terminal = answer === undefined ? print : { ...print, ask: () => Promise.resolve(answer) };
  return { code: await runCli(words, terminal, environment), out: out.join('\n'), err };
}

/** Returns the tables of all schemas of the platform that contain one of the texts. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const pool = platform.app.get<Pool>(POOL);
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname in ('log', 'read', 'rebuild', 'plain', 'jobs')`,
  );
  expect(rows.length).toBeGreaterThan(20);
  const found = await Promise.all(
    rows.map(async ({ name }) => {
      const { rowCount } = await pool.query(`select from ${name} t where t::text ilike any ($1) limit 1`, [
        texts.map((text) => `%${text}%`),
      ]);
      return rowCount ? [name] : [];
    }),
  );
  return found.flat();
}

it('exports all data about a person, without secrets', async () => {
  const { code, out } = await cli('privacy', 'export', PLANTED.username);
  expect(code).toBe(0);
  for (const text of Object.values(PLANTED)) expect(out).toContain(text);
  const { events, rows } = JSON.parse(out) as { events: { type: string }[]; rows: Record<string, object[]> };
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['UserRegistered', 'SignInSucceeded', 'UserProfileChanged']),
  );
  expect(Object.keys(rows)).toEqual(expect.arrayContaining(['plain.credentials', 'plain.refresh_families']));
  expect(rows['plain.recorded_states']).toMatchObject([
    { session_id: SESSION, user_id: userId, presence: 1 },
    { session_id: SESSION, helper_id: userId },
  ]);
  expect(rows['plain.security_events']).toMatchObject([{ kind: 'sign-in-failed', address: PLANTED.address }]);
  expect(out).not.toMatch(/argon2|wrapped_key|_hash/);
  expect((await cli('privacy', 'export', userId)).out).toBe(out);
});

it('erases nobody without confirmation', async () => {
  expect(await cli('privacy', 'erase', PLANTED.username)).toMatchObject({
    code: 1,
    err: ['Nothing was erased. Add --yes to erase without being asked.'],
  });
  expect(await cliAnswering('y', 'privacy', 'erase', PLANTED.username)).toMatchObject({
    code: 1,
    err: ['Nothing was erased.'],
  });
  expect((await cli('privacy', 'export', userId)).out).toContain(PLANTED.newEmail);
});

it('leaves no personal data of an erased person anywhere', async () => {
  const texts = Object.values(PLANTED);
  expect(await tablesWith(texts)).not.toEqual([]);
  expect(mails().join('\n')).toContain(PLANTED.newEmail);
  expect((await cli('privacy', 'erase', '--yes', PLANTED.username.toUpperCase())).code).toBe(0);
  await platform.settled();
  expect(await tablesWith(texts)).toEqual([]);
  for (const text of texts) expect(mails().join('\n')).not.toContain(text);
  expect(said.length).toBeGreaterThan(5);
  // Lines about refused requests contain addresses. They are for a SIEM, which has its own retention.
  const [security, other] = [true, false].map((is) => said.filter((line) => line.includes('security event') === is));
  for (const text of texts) expect(other!.join('')).not.toContain(text);
  expect(security!.join('')).toContain(PLANTED.address);
  for (const text of texts.filter((each) => each !== PLANTED.address)) expect(security!.join('')).not.toContain(text);
  expect(await cli('projections', 'verify')).toMatchObject({ code: 0, err: [] });
  const { out } = await cli('privacy', 'export', userId);
  for (const text of texts) expect(out).not.toContain(text);
  // What the person did not do themselves stays, without the person.
  const recorded = 'select user_id, helper_id from plain.recorded_states';
  expect((await platform.app.get<Pool>(POOL).query(recorded)).rows).toEqual([
    { user_id: (await platform.admin()).userId, helper_id: null },
  ]);
});

it('keeps refused requests, without the person and the address', async () => {
  const { rows } = await platform.app.get<Pool>(POOL).query('select * from plain.security_events');
  const anonymized = { actor_id: null, tried_user_id: null, name_hmac: null, network: null, address: null };
  expect(rows).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: 'sign-in-failed', count: 1, ...anonymized }) as object]),
  );
});

it('keeps the user name reserved, refuses to sign in with it, and can be repeated', async () => {
  const again = await cliAnswering(PLANTED.username, 'privacy', 'erase', PLANTED.username);
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining(userId) as string });
  const response = await fetch(`${platform.url}/api/auth/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: PLANTED.username, password: PASSWORD }),
  });
  expect(response.status).toBe(400);
  expect(await cli('privacy', 'erase', 'nobody.at.all')).toMatchObject({
    code: 1,
    err: ['There is no such user. Use a username or an id.'],
  });
});

it('lists every plain table with rows of a person', async () => {
  const { rows } = await platform.app
    .get<Pool>(POOL)
    .query<{ name: string }>(
      `select table_name as name from information_schema.columns where table_schema = 'plain' and column_name = 'user_id'`,
    );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(ERASED_TABLES.toSorted());
});
