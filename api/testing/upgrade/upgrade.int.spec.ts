import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { AuditPage } from '../../contracts/audit.contract.js';
import type { Scenario } from '../../contracts/catalogue.contract.js';
import type { Group } from '../../contracts/group.contract.js';
import type { Member } from '../../contracts/user.contract.js';
import type { Scorecard, SubmitScoreRequest } from '../../contracts/score.contract.js';
import { runCli } from '../../cli/run-cli.js';
import { CONFIG, type Config, type Secrets } from '../../config.js';
import { defaultCatalogue } from '../../features/catalogue/default-catalogue.js';
import { createTestDatabase, type TestDatabase } from '../../platform/database/testing/test-database.js';
import { readModelChecksums } from '../read-model-checksums.js';
import { sampleAttempt } from '../sample-attempt.js';
import { type Answer, TestClient } from '../test-client.js';
import { TestPlatform } from '../test-platform.js';

/** The responses of the build that wrote the fixture, and the content of a browser's outbox at that time. See README.md. */
interface Fixture {
  readonly erased: readonly string[];
  readonly accounts: readonly { readonly username: string; readonly password: string }[];
  readonly late: readonly string[];
  readonly classes: readonly FixtureClass[];
  readonly sent: readonly Outgoing[];
  readonly outbox: readonly Outgoing[];
}

interface FixtureClass {
  readonly id: string;
  readonly students: readonly string[];
  readonly best: readonly Best[];
  readonly attempts: readonly string[];
}

type Best = Pick<Scorecard, 'attemptId' | 'userId' | 'scenarioId' | 'totalScore' | 'questionsScore' | 'passed'>;

interface Outgoing {
  readonly player: string;
  readonly request: SubmitScoreRequest;
}

const PAGES_AT_MOST = 50;
const folder = new URL('.', import.meta.url).pathname;
const backup = join(folder, 'd896a6d.backup');
const keys = join(folder, 'd896a6d.keys');
const fixture = JSON.parse(readFileSync(join(folder, 'd896a6d.json'), 'utf8')) as Fixture;

let database: TestDatabase;
let platform: TestPlatform;
let restoring: Awaited<ReturnType<typeof cli>>;
let dataDir: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'ready-room-upgrade-'));
  database = await createTestDatabase();
  restoring = await cli('restore', backup, '--keys', keys);
  platform = await TestPlatform.start(
    { kurrentDb: undefined, bootstrapAdmin: undefined, secrets: secrets() },
    () => database,
  );
});
afterAll(async () => {
  await platform?.stop();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

/** The secrets that the older build generated. The file of keys has them in its first line. */
function secrets(): Secrets {
  const header = gunzipSync(readFileSync(keys)).toString('utf8').split('\n', 1)[0]!;
  return (JSON.parse(header.slice(header.indexOf('{'))) as { secrets: Secrets }).secrets;
}

async function cli(...args: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) };
  const { appUrl, adminUrl } = database;
  const settings = { ...secrets(), DATA_DIR: dataDir, DATABASE_URL: appUrl, DATABASE_ADMIN_URL: adminUrl };
  return { code: await runCli(args, terminal, settings), out, err };
}

function signIn(username: string): Promise<TestClient> {
  const { password } = fixture.accounts.find((account) => account.username === username)!;
  return TestClient.signIn(platform.url, username, password);
}

const send = async ({ player, request }: Outgoing) => (await signIn(player)).post('/scores', request);

const byAttempt = (a: Best, b: Best): number => (a.attemptId < b.attemptId ? -1 : 1);

it('restores the backup of the older build', () => {
  expect(restoring.err).toEqual([]);
  expect(restoring).toMatchObject({ code: 0, out: [expect.stringMatching(/^Restored /)] });
});

it('verifies the log, the chain of seals and the read models', async () => {
  await platform.settled();
  expect(await cli('audit', 'verify')).toMatchObject({ code: 0, err: [] });
  expect(await cli('projections', 'verify')).toMatchObject({ code: 0, err: [] });
});

it.each(fixture.classes)('shows the students and results of class $id as the older build did', async (then) => {
  const instructor = await signIn('instructor');
  const of = `/scores/session/${then.id}/all?includeFailedScores=true`;
  const members = (await instructor.get<Member[]>(`/sessions/${then.id}/members`)).body;
  expect(members.map(({ id }) => id).toSorted()).toEqual(then.students);
  const best = (await instructor.get<Scorecard[]>(of)).body;
  expect(best.map(bestOf).toSorted(byAttempt)).toEqual(then.best.toSorted(byAttempt));
  const attempts = (await instructor.get<Scorecard[]>(`${of}&attempts=all`)).body;
  expect(attempts.map(({ attemptId }) => attemptId).toSorted()).toEqual(then.attempts);
  const late = attempts.filter((attempt) => attempt.late).map(({ attemptId }) => attemptId);
  expect(late.toSorted()).toEqual(fixture.late.filter((id) => then.attempts.includes(id)).toSorted());
});

const bestOf = ({ attemptId, userId, scenarioId, totalScore, questionsScore, passed }: Scorecard): Best => ({
  attemptId,
  userId,
  scenarioId,
  totalScore,
  questionsScore,
  passed,
});

it('reads the whole audit, without the names of erased users', async () => {
  const admin = await signIn('admin');
  const entries: AuditPage['entries'] = [];
  let cursor: string | null = '';
  for (let page = 0; cursor !== null && page < PAGES_AT_MOST; page += 1) {
    const answer: Answer<AuditPage> = await admin.get<AuditPage>(`/audit?limit=200${cursor && `&cursor=${cursor}`}`);
    expect(answer.status).toBe(200);
    entries.push(...answer.body.entries);
    cursor = answer.body.nextCursor;
  }
  expect(cursor).toBeNull();
  const ofErased = entries.filter(({ target }) => fixture.erased.includes(target.id));
  expect(new Set(ofErased.map(({ target }) => target.id))).toEqual(new Set(fixture.erased));
  expect(ofErased.map(({ target }) => target.name)).toEqual(ofErased.map(() => null));
});

it('keeps the answers of existing users and redacts those that erased users typed', async () => {
  const text = await platform.textOf(['log.events', 'read.attempts', 'read.attempt_forms', 'read.quiz_responses']);
  expect(text).toContain('Hold at 200 m and call Jane Roe');
  expect(text).not.toContain('My name is Student');
});

it("accepts the stored results of an older build's outbox, and recognizes those it had sent", async () => {
  for (const outgoing of fixture.sent) expect((await send(outgoing)).status).toBe(200);
  for (const outgoing of fixture.outbox) {
    const { status, problem } = await send(outgoing);
    expect({ status, problem }).toMatchObject({ status: 202 });
  }
  for (const outgoing of fixture.outbox) expect((await send(outgoing)).status).toBe(200);
});

it('rebuilds every read model to the same rows', async () => {
  await platform.settled();
  const before = await readModelChecksums(database.superuserUrl);
  expect(await cli('projections', 'rebuild', 'all')).toMatchObject({ code: 0 });
  expect(await readModelChecksums(database.superuserUrl)).toEqual(before);
  expect(await cli('projections', 'verify')).toMatchObject({ code: 0, err: [] });
});

it('publishes the default content of this version once no class is running; results stay and new flights count', async () => {
  const admin = await signIn('admin');
  const results = async () => {
    await platform.settled();
    const instructor = await signIn('instructor');
    const answers = fixture.classes.map(({ id }) =>
      instructor.get<Scorecard[]>(`/scores/session/${id}/all?includeFailedScores=true&attempts=all`),
    );
    return (await Promise.all(answers)).map(({ body }) => body.map(bestOf).toSorted(byAttempt));
  };
  const { catalogueId } = platform.app.get<Config>(CONFIG);
  const titles = async () => {
    await platform.settled();
    const { body } = await admin.get<Scenario[]>(`/courses/${catalogueId}/headers`);
    return body.map(({ scenarioTitle }) => scenarioTitle);
  };
  const stored = await titles();
  expect(stored).toHaveLength(12);
  const refused = await cli('catalogue', 'publish', '--default');
  expect(refused).toMatchObject({ code: 1, err: [expect.stringMatching(/ running, so nothing was published/)] });
  expect(await titles()).toEqual(stored);

  const { body: courses } = await admin.get<Group[]>('/groups');
  for (const { id, activeSessionId } of courses) {
    if (activeSessionId !== null) expect((await admin.delete(`/groups/${id}/activesession`)).status).toBe(200);
  }
  const before = await results();
  expect(await cli('catalogue', 'publish', '--default')).toMatchObject({ code: 0, err: [] });
  expect(await titles()).toEqual(defaultCatalogue().map(({ scenarioTitle }) => scenarioTitle));
  expect(await results()).toEqual(before);
  const custody = defaultCatalogue().find(({ scenarioShortTitle }) => scenarioShortTitle === 'Custody')!;
  const player = await signIn(fixture.outbox[0]!.player);
  expect((await player.post('/scores', sampleAttempt(null, custody))).status).toBe(202);
  expect(await cli('projections', 'verify')).toMatchObject({ code: 0, err: [] });
});
