import readWorkbook from 'read-excel-file/node';
import type { AuditPage } from '../../../contracts/audit.contract.js';
import type { ClassSession, Group } from '../../../contracts/group.contract.js';
import type { Leaderboard } from '../../../contracts/leaderboard.contract.js';
import { parseCsv } from '../../../platform/csv/csv.js';
import { competeScenario, learnScenario, sampleAttempt } from '../../../testing/sample-attempt.js';
import type { TestClient } from '../../../testing/test-client.js';
import { TestPlatform } from '../../../testing/test-platform.js';

let platform: TestPlatform;
let organization: string;
let instructor: TestClient;
let students: TestClient[];
let course: Group;
let session: ClassSession;

beforeAll(async () => {
  platform = await TestPlatform.start();
  organization = await platform.organization();
  instructor = await platform.person('Instructor', organization);
  students = [await platform.person('User', organization), await platform.person('User', organization)];
  course = await platform.course(instructor, organization, 'Orbits');
  session = (await instructor.put<ClassSession>(`/groups/${course.id}/activesession`)).body;
  for (const [nth, client] of students.entries()) {
    await client.post('/groups/join', { code: course.password });
    await client.post('/scores', sampleAttempt(session.id, competeScenario, { totalScore: 800.5 - nth * 100 }));
  }
  await platform.settled();
});
afterAll(() => platform.stop());

const ask = (query: string, client: TestClient, path = `${session.id}/all/csv`) =>
  fetch(`${platform.url}/api/scores/leaderboard/${path}?${query}`, { headers: { 'x-auth-token': client.token } });
const csv = async (query: string, client: TestClient, path?: string) =>
  parseCsv(await (await ask(query, client, path)).text()).map(({ cells }) => cells);
const boardOf = async (client: TestClient) =>
  (await client.get<Leaderboard>(`/scores/leaderboard/${session.id}/all`)).body.topScores;

it('is the board, as numbers in a workbook', async () => {
  const answer = await ask('format=xlsx&zone=Asia/Tokyo', instructor);
  expect(answer.headers.get('content-disposition')).toContain("UTF-8''Leaderboard%20-%20Orbits%20-%20Class%201.xlsx");
  const [sheet] = await readWorkbook(Buffer.from(await answer.arrayBuffer()));
  const [titles, ...rows] = sheet!.data;
  expect(titles).toEqual([
    'Rank',
    'Username',
    'Score',
    'Total',
    'Questions',
    'Scenarios passed',
    'Achieved (UTC)',
    'Achieved (Asia/Tokyo)',
  ]);
  const board = await boardOf(instructor);
  expect(rows.map((row) => row.slice(0, 6))).toEqual(
    board.map((entry) => [
      entry.rank,
      entry.userName,
      entry.score,
      entry.totalScore,
      entry.questionsScore,
      entry.scenariosPassed,
    ]),
  );
  expect(rows.map(([, , score]) => score)).toEqual([800.5, 700.5]);
  const [utc, there] = rows[0]!.slice(6).map((cell) => new Date(cell as unknown as Date).getTime());
  expect(there! - utc!).toBeCloseTo(9 * 3_600_000, -1);
});

it('is in the audit when staff takes it, not when a student does', async () => {
  const admin = await platform.admin();
  const recorded = async ({ userId }: TestClient) => {
    await platform.settled();
    return (await admin.get<AuditPage>(`/audit?targetType=user&targetId=${userId}&action=DataExported`)).body.entries;
  };
  await csv('', instructor);
  expect((await recorded(instructor))[0]?.changes).toEqual([
    { field: 'exported', from: null, to: 'leaderboard' },
    { field: 'exportedClass', from: null, to: session.id },
  ]);
  await csv('', students[0]!);
  expect(await recorded(students[0]!)).toEqual([]);
});

it('names organizations for system admins, over all classes too', async () => {
  const admin = await platform.admin();
  const [titles, first] = await csv('', admin, 'all/all/csv');
  expect(titles!.slice(0, 3)).toEqual(['Rank', 'Username', 'Organization']);
  expect(first![2]).toMatch(/^Organization/);
  expect(await csv(`scenarioId=${learnScenario.scenarioId}`, admin, `${session.id}/csv`)).toHaveLength(1);
});

it('is for those who may read the board, and nobody is on that of all classes for who has no organization', async () => {
  expect((await ask('', await platform.person('User', organization))).status).toBe(404);
  const alone = await platform.person('User', null);
  expect(await csv('', alone, 'all/all/csv')).toHaveLength(1);
  expect((await ask('limit=3', instructor)).status).toBe(400);
});

it('can be taken as students see it: frozen, under made-up names', async () => {
  await instructor.put(`/groups/${course.id}/leaderboard`, { frozen: true, naming: 'aliases' });
  await students[1]!.post('/scores', sampleAttempt(session.id, competeScenario, { totalScore: 950 }));
  await platform.settled();
  const shown = async (query: string, client: TestClient) =>
    (await csv(query, client)).slice(1).map(([rank, name, score]) => [rank, name, score]);
  const names = (await boardOf(instructor)).map(({ userName }) => userName);
  expect(await shown('', instructor)).toEqual([
    ['1', names[0], '950'],
    ['2', names[1], '800.5'],
  ]);
  const forStudents = await shown('view=students', instructor);
  expect(forStudents.map(([, , score]) => score)).toEqual(['800.5', '700.5']);
  expect(forStudents.map(([, name]) => name)).not.toEqual(expect.arrayContaining([expect.stringContaining('user.')]));
  // Students get no more by asking for it, and read their own name.
  const own = await shown('view=staff', students[0]!);
  expect(own).toEqual([['1', names[1], '800.5'], forStudents[1]]);
});
