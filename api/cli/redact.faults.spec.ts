import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { SubmitScoreRequest } from '../contracts/score.contract.js';
import { attemptStream } from '../features/scores/score.stream.js';
import { POOL } from '../platform/database/pool.js';
import { withClient } from '../platform/database/postgres-roles.js';
import { createTestDatabase, type TestDatabase } from '../platform/database/testing/test-database.js';
import { KurrentDbDouble } from '../platform/eventsourcing/kurrentdb/testing/kurrentdb-double.js';
import { LOG, type Log } from '../platform/eventsourcing/log.js';
import { runSealer } from '../platform/eventsourcing/sealing/sealer.js';
import { systemContext } from '../platform/eventsourcing/system-context.js';
import { testConfig } from '../platform/http/testing/test-http-application.js';
import { lessonScenario, quizScenario, sampleAttempt } from '../testing/sample-attempt.js';
import type { TestClient } from '../testing/test-client.js';
import { TestPlatform } from '../testing/test-platform.js';
import { until } from '../testing/until.js';
import { runCli } from './run-cli.js';

const TYPED = 'Zaphod was born on Betelgeuse';

let folder: string;
let platform: TestPlatform;
let database: TestDatabase;
let erased: TestClient;
let other: TestClient;
const restoredInto: TestDatabase[] = [];

async function cli(command: string, urls: NodeJS.ProcessEnv = {}) {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) };
  const code = await runCli(command.split(' '), terminal, {
    ...testConfig().secrets,
    DATABASE_URL: database.appUrl,
    DATABASE_ADMIN_URL: database.adminUrl,
    DATA_DIR: join(folder, 'nothing'),
    ...urls,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

/** An attempt as older versions recorded it, with the player's typed text in clear. */
async function recordAttempt(userId: string): Promise<SubmitScoreRequest> {
  const attempt = sampleAttempt(null, quizScenario);
  const typed = { answerText: TYPED, answered: true, correct: false };
  const data = {
    ...attempt,
    questionScorecards: attempt.questionScorecards.map((question) => ({
      ...question,
      answerScorecards: [...question.answerScorecards, typed],
    })),
    userId,
    courseId: null,
    organizationId: null,
    campaignId: lessonScenario.campaignId,
    campaignType: 'Learn',
    late: false,
  };
  const { commandId: eventId, metadata } = systemContext(new Date());
  const event = { eventId, type: 'ScoreSubmitted', data, metadata };
  await platform.app.get<Log>(LOG).store.appendToStream(attemptStream.name(attempt.attemptId), 'no-stream', [event]);
  return attempt;
}

/** The attempts of the read model with their questions and options. */
const ATTEMPTS = '(select * from read.attempts join read.attempt_forms using (form_id))';

const containsTypedAnswers = async (table: string, of: TestDatabase = database): Promise<boolean> => {
  return withClient(of.superuserUrl, async (client) => {
    const { rowCount } = await client.query(`select from ${table} t where t::text like $1`, [
      `%${erased.userId}%${TYPED}%`,
    ]);
    return rowCount !== 0;
  });
};

async function seal(): Promise<void> {
  const [stop, pool] = [new AbortController(), platform.app.get<Pool>(POOL)];
  const isSealed = async (): Promise<boolean> =>
    (await pool.query('select from log.seals where total = (select count(*) from log.events)')).rowCount === 1;
  const options = {
    pool,
    digests: platform.app.get<Log>(LOG).digests,
    key: testConfig().secrets.AUDIT_KEY!,
    onSealed: () => undefined,
    onError: () => undefined,
    sealAfterMs: 1,
  };
  await Promise.all([runSealer(options, 1n, stop.signal), until(isSealed).finally(() => stop.abort())]);
}

let attempt: SubmitScoreRequest;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ready-room-redact-'));
  platform = await TestPlatform.start({ kurrentDb: undefined }, (made) => (database = made));
  [erased, other] = [await platform.person('User', null), await platform.person('User', null)];
  attempt = await recordAttempt(erased.userId);
  await recordAttempt(other.userId);
  await platform.settled();
  await seal();
  const files = `${join(folder, 'backup')} --keys ${join(folder, 'keys')}`;
  expect(await cli(`backup ${files}`)).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await platform.stop();
  await Promise.all(restoredInto.map((each) => each.drop()));
  rmSync(folder, { recursive: true });
});

it('names the missing command and its role after an erasure without DATABASE_ADMIN_URL', async () => {
  const { code, err } = await cli(`privacy erase --yes ${erased.userId}`, { DATABASE_ADMIN_URL: database.appUrl });
  expect(code).toBe(1);
  expect(err).toMatch(
    /^Older events that still contain free-text answers: 1\. .* npm run cli -- privacy redact with DATABASE_ADMIN_URL, as the role/,
  );
  expect(await containsTypedAnswers('log.events')).toBe(true);
});

it('copies a log into another engine without texts that erased people typed', async () => {
  const double = await KurrentDbDouble.start();
  try {
    const there = { KURRENTDB_URL: double.url };
    expect(await cli('log copy --from postgres --to kurrentdb', there)).toMatchObject({ code: 0 });
    const empty = await createTestDatabase();
    restoredInto.push(empty);
    const urls = { DATABASE_URL: empty.appUrl, DATABASE_ADMIN_URL: empty.adminUrl };
    expect(await cli('log copy --from kurrentdb --to postgres', { ...there, ...urls })).toMatchObject({ code: 0 });
    expect(await containsTypedAnswers('log.events', empty)).toBe(false);
  } finally {
    double.close();
  }
});

it("redacts texts that erased people typed, keeps scores and offered answers, and leaves other people's texts unchanged", async () => {
  const { code, out } = await cli('privacy redact');
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^Older events redacted: 1\./) as string });
  expect(await containsTypedAnswers('log.events')).toBe(false);
  const [event] = await platform.store.readStream(attemptStream.name(attempt.attemptId));
  const questionScorecards = attempt.questionScorecards.map((question) => ({
    ...question,
    answerScorecards: [...question.answerScorecards, { answerText: '[erased]', answered: true, correct: false }],
  }));
  expect(event!.data).toMatchObject({ totalScore: attempt.totalScore, questionScorecards });
  expect(await platform.textOf(['log.events'])).toContain(TYPED);
});

it('removes the texts from the read models', async () => {
  await until(async () => !(await containsTypedAnswers(ATTEMPTS)));
  expect(await cli('projections verify')).toMatchObject({ code: 0 });
});

it('records the redaction, so that an audit finds no fault', async () => {
  const { code, out } = await cli('audit verify');
  expect(code).toBe(0);
  expect(out).toContain(`was redacted on ${new Date().toISOString().slice(0, 10)}`);
  expect(out).toContain(erased.userId);
});

it('redacts texts that an older backup restores, before its read models are built', async () => {
  expect(await cli(`backup ${join(folder, 'newer')} --keys ${join(folder, 'newer.keys')}`)).toMatchObject({ code: 0 });
  const empty = await createTestDatabase();
  restoredInto.push(empty);
  const urls = { DATABASE_URL: empty.appUrl, DATABASE_ADMIN_URL: empty.adminUrl };
  const files = `${join(folder, 'backup')} --keys ${join(folder, 'newer.keys')}`;
  expect(await cli(`restore ${files}`, urls)).toMatchObject({ code: 0 });
  for (const table of ['log.events', ATTEMPTS]) expect(await containsTypedAnswers(table, empty)).toBe(false);
  expect(await cli('audit verify', urls)).toMatchObject({ code: 0 });
});
