import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { runCli } from '../../cli/run-cli.js';
import type { AuditPage } from '../../contracts/audit.contract.js';
import type { CellDecisionChange, CellHistory, DecidedCells, RegradeList } from '../../contracts/grading.contract.js';
import type { ClassSession, Group } from '../../contracts/group.contract.js';
import type { OwnResults } from '../../contracts/results.contract.js';
import type { TestDatabase } from '../../platform/database/testing/test-database.js';
import { withClient } from '../../platform/database/postgres-roles.js';
import { ERASED } from '../../platform/eventsourcing/personal-data.js';
import { testConfig } from '../../platform/http/testing/test-http-application.js';
import { competeScenario, sampleAttempt } from '../../testing/sample-attempt.js';
import type { TestClient } from '../../testing/test-client.js';
import { TestPlatform } from '../../testing/test-platform.js';

const { scenarioId } = competeScenario;
/** Reasons, each a unique text that can be searched for. */
const PLANTED = { set: 'Planted-reason-of-points', comment: 'Planted-comment', aside: 'Planted-reason-of-an-attempt' };
const KEPT = { other: 'Kept-reason-of-another-student', regrade: 'Kept-reason-of-a-regrade' };

let platform: TestPlatform;
let database: TestDatabase;
let admin: TestClient;
let instructor: TestClient;
let student: TestClient;
let other: TestClient;
let course: Group;
let session: ClassSession;

beforeAll(async () => {
  platform = await TestPlatform.start({}, (made) => (database = made));
  const organization = await platform.organization();
  admin = await platform.admin();
  instructor = await platform.person('Instructor', organization);
  student = await platform.person('User', organization);
  other = await platform.person('User', organization);
  ({ course, session } = await platform.runningClass(instructor, organization, [student, other]));
  const attempt = sampleAttempt(session.id, competeScenario, { totalScore: 300 });
  await student.post('/scores', attempt);
  await other.post('/scores', sampleAttempt(session.id));
  await platform.settled();
  await decide(student, 0, { kind: 'Points', points: 7, maximum: 10, passed: true }, PLANTED.set);
  await decide(student, 1, { kind: 'Comment' }, PLANTED.comment);
  const aside = { attemptId: attempt.attemptId, decision: 'SetAside', reason: PLANTED.aside };
  expect((await instructor.put(`${decisions()}/${randomUUID()}`, aside)).status).toBe(204);
  await decide(other, 0, { kind: 'Comment' }, KEPT.other);
  const regrade = { sessionId: null, scenarioId, questionText: null, change: { kind: 'FullMarks' }, neverLower: true };
  const path = `/groups/${course.id}/regrades/${randomUUID()}`;
  expect((await instructor.put(path, { ...regrade, reason: KEPT.regrade })).status).toBe(204);
  await platform.settled();
});
afterAll(() => {
  jest.restoreAllMocks();
  return platform.stop();
});

const decisions = () => `/sessions/${session.id}/decisions`;
async function decide({ userId }: TestClient, version: number, change: CellDecisionChange, reason: string) {
  const cells = [{ decisionId: randomUUID(), userId, scenarioId, version }];
  expect((await instructor.post(decisions(), { cells, change, reason })).status).toBe(204);
}
async function erase({ userId }: TestClient): Promise<void> {
  const terminal = { out: () => undefined, err: () => undefined };
  const secrets = { ...testConfig().secrets, ...platform.logEnvironment };
  const environment = { ...secrets, DATABASE_URL: database.appUrl, DATABASE_ADMIN_URL: database.adminUrl };
  expect(await runCli(['privacy', 'erase', '--yes', userId], terminal, environment)).toBe(0);
  await platform.settled();
  // Nodes cache a key for a minute and then load it again.
  const later = performance.now() + 61_000;
  jest.spyOn(performance, 'now').mockReturnValue(later);
  await audited();
  jest.restoreAllMocks();
}
const historyOf = async ({ userId }: TestClient, by = admin): Promise<CellHistory['decisions']> =>
  (await by.get<CellHistory>(`/sessions/${session.id}/cells/${userId}/${scenarioId}/decisions`)).body.decisions;
const audited = async (): Promise<string> =>
  JSON.stringify((await admin.get<AuditPage>(`/audit?targetType=course&targetId=${course.id}&limit=100`)).body);
const exported = async (format: string): Promise<string> => {
  const url = `${platform.url}/api/scores/session/${session.id}/all/csv?includeFailedScores=true&${format}`;
  return (await fetch(url, { headers: { 'x-auth-token': admin.token } })).text();
};

/** Returns the rows of all tables that contain one of the texts, in any column. */
async function storedWith(texts: readonly string[]): Promise<string[]> {
  return withClient(database.adminUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from ${name} t where exists (select from unnest($1::text[]) e where t::text like '%' || e || '%')`,
        [texts],
      );
      found.push(...rows.map(({ row }) => `${name}: ${row}`));
    }
    return found;
  });
}

it('shows reasons in the history, the audit and exports, and stores them only in the read model', async () => {
  expect((await historyOf(student)).map(({ reason }) => reason)).toEqual([
    KEPT.regrade,
    PLANTED.aside,
    PLANTED.comment,
    PLANTED.set,
  ]);
  const audit = await audited();
  for (const reason of Object.values(PLANTED)) expect(audit).toContain(`"from":null,"to":"${reason}"`);
  const all = await exported('attempts=all');
  for (const reason of Object.values(PLANTED)) expect(all).toContain(reason);
  const stored = await storedWith(Object.values(PLANTED));
  expect(stored.map((row) => row.split(':')[0])).toEqual(Array(3).fill(expect.stringContaining('grade_decisions')));
});

it('keeps decisions of an erased student without their reasons, and those of others', async () => {
  await erase(student);
  const history = await historyOf(student);
  expect(history.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['Regraded', KEPT.regrade],
    ['SetAside', ERASED],
    ['Comment', ERASED],
    ['Points', ERASED],
  ]);
  const { cells } = (await admin.get<DecidedCells>(decisions())).body;
  expect(cells.find(({ userId }) => userId === student.userId)?.newest).toMatchObject({ reason: ERASED });
  expect(await storedWith(Object.values(PLANTED))).toEqual([]);
  const seen = [
    await audited(),
    await exported('attempts=all'),
    await exported('attempts=best'),
    await exported('layout=grid'),
  ];
  for (const text of seen) for (const reason of Object.values(PLANTED)) expect(text).not.toContain(reason);
  expect(seen[0]).toContain(ERASED);
  expect(seen[1]).toContain(KEPT.other);
});

it('keeps the decisions and reasons of an erased instructor without the name', async () => {
  expect((await historyOf(other))[1]!.by).toEqual(expect.any(String));
  await erase(instructor);
  expect(await historyOf(other)).toMatchObject([
    { kind: 'Regraded', reason: KEPT.regrade, by: null },
    { kind: 'Comment', reason: KEPT.other, by: null },
  ]);
  const { regrades } = (await admin.get<RegradeList>(`/groups/${course.id}/regrades`)).body;
  expect(regrades).toMatchObject([{ reason: KEPT.regrade, by: null }]);
  const { classes } = (await other.get<OwnResults>('/users/me/results')).body;
  expect(JSON.stringify(classes)).toContain(KEPT.other);
});
