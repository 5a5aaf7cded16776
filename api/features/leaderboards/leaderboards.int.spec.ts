import readWorkbook from 'read-excel-file/node';
import type { AuditPage } from '../../contracts/audit.contract.js';
import type { Scenario } from '../../contracts/catalogue.contract.js';
import type { Leaderboard } from '../../contracts/leaderboard.contract.js';
import { parseCsv } from '../../platform/csv/csv.js';
import { classKit } from '../../testing/class-kit.js';
import { competeScenario, lessonScenario, sampleAttempt } from '../../testing/sample-attempt.js';
import type { TestClient } from '../../testing/test-client.js';
import { defaultCatalogue } from '../catalogue/default-catalogue.js';

const kit = classKit();

const submit = (attempt: unknown, client = kit.student) => client.post('/scores', attempt);
const attempt = (...args: Parameters<typeof sampleAttempt> extends [unknown, ...infer Rest] ? Rest : never) =>
  sampleAttempt(kit.session.id, ...args);

const board = (client: TestClient, query = '') =>
  client.get<Leaderboard>(`/scores/leaderboard/${kit.session.id}/all${query}`);

describe('the leaderboard', () => {
  it('ranks passed Compete attempts, adds up the scenarios of a campaign, and prefers the earlier one of a tie', async () => {
    const from = new Date(kit.session.startDate!).getTime();
    const at = (offset: number) => new Date(from + 1_000 + offset).toISOString();
    await submit(attempt(competeScenario, { totalScore: 900, completedAt: at(20), startedAt: at(0) }));
    await submit(attempt(competeScenario, { totalScore: 900, completedAt: at(10), startedAt: at(0) }), kit.other);
    await submit(attempt(competeScenario, { totalScore: 950, passed: false }));
    await submit(attempt(lessonScenario, { totalScore: 100 }));
    await kit.platform.settled();
    const { body } = await board(kit.student);
    expect(body.topScores.map(({ rank, userId, score }) => [rank, userId, score])).toEqual([
      [1, kit.other.userId, 900],
      [2, kit.student.userId, 900],
    ]);
    expect(body.me).toMatchObject({ rank: 2, userId: kit.student.userId, organizationName: null });
    expect((await board(kit.student, '?limit=1')).body).toMatchObject({
      topScores: [{ userId: kit.other.userId }],
      me: { rank: 2 },
    });
    expect((await board(await kit.platform.admin())).body.topScores[0]?.organizationName).toMatch(/^Organization/);
    expect((await board(kit.student, `?scenarioId=${lessonScenario.scenarioId}`)).body.topScores).toEqual([]);
  });

  it('treats sums as equal that differ only by floating-point rounding', async () => {
    const from = new Date(kit.session.startDate!).getTime();
    const at = (offset: number) => new Date(from + offset).toISOString();
    const second = defaultCatalogue().findLast(
      (each) => each.campaignType === 'Compete' && each.scenarioType === 'Default',
    )!;
    const play = (client: TestClient, of: Scenario, totalScore: number, offset: number) =>
      submit(attempt(of, { totalScore, startedAt: at(0), completedAt: at(offset) }), client);
    await play(kit.student, competeScenario, 0.1, 20);
    await play(kit.student, second, 0.2, 20);
    await play(kit.other, competeScenario, 0.3, 10);
    await kit.platform.settled();
    const { topScores } = (await board(kit.student)).body;
    expect(topScores.map(({ userId, score, totalScore }) => [userId, score, totalScore])).toEqual([
      [kit.other.userId, 0.3, 0.3],
      [kit.student.userId, 0.3, 0.3],
    ]);
  });

  it('is available to the roster and the staff of the class', async () => {
    const stranger = await kit.platform.person('User', kit.organization);
    expect((await board(stranger)).status).toBe(404);
    expect((await board(kit.instructor)).status).toBe(200);
  });

  it('shows the caller’s organization over all classes', async () => {
    await submit(attempt());
    const foreigner = await kit.platform.person('User', await kit.platform.organization());
    await kit.platform.settled();
    expect((await kit.student.get<Leaderboard>('/scores/leaderboard/all/all')).body.topScores.length).toBeGreaterThan(
      0,
    );
    expect((await foreigner.get<Leaderboard>('/scores/leaderboard/all/all')).body.topScores).toEqual([]);
    expect((await foreigner.get(`/scores/leaderboard/all/${kit.organization}`)).status).toBe(404);
    const alone = await kit.platform.person('User', null);
    const empty = await alone.get<Leaderboard>('/scores/leaderboard/all/all');
    const emptyBoard = { topScores: [], me: null, around: [], viewerId: alone.userId, version: 0, frozenAt: null };
    expect([empty.status, empty.body]).toEqual([200, emptyBoard]);
    expect((await alone.get(`/scores/leaderboard/all/${kit.organization}`)).status).toBe(404);
  });

  it.each(['?limit=0', '?limit=101', '?limit=ten', '?scenarioId=none', '?unknown=1'])('rejects %s', async (query) => {
    expect((await board(kit.student, query)).status).toBe(400);
  });
});

describe('the export of a board', () => {
  beforeEach(async () => {
    await submit(attempt(competeScenario, { totalScore: 800.5 }));
    await submit(attempt(competeScenario, { totalScore: 700.5 }), kit.other);
    await kit.platform.settled();
  });

  const download = (query: string, client: TestClient, path = `${kit.session.id}/all/csv`) =>
    fetch(`${kit.platform.url}/api/scores/leaderboard/${path}?${query}`, { headers: { 'x-auth-token': client.token } });
  const csv = async (query: string, client: TestClient, path?: string) =>
    parseCsv(await (await download(query, client, path)).text()).lines.map(({ cells }) => cells);

  it('contains the board, with numbers in a workbook', async () => {
    const answer = await download('format=xlsx&zone=Asia/Tokyo', kit.instructor);
    expect(answer.headers.get('content-disposition')).toContain(
      "UTF-8''Leaderboard%20-%20Orbits-101%20-%20Class%201.xlsx",
    );
    const [sheet, about] = await readWorkbook(Buffer.from(await answer.arrayBuffer()));
    expect(Object.fromEntries(about!.data)).toMatchObject({ Class: 'Orbits-101 - Class 1', View: 'As staff sees it' });
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
    const { topScores } = (await board(kit.instructor)).body;
    expect(rows.map((row) => row.slice(0, 6))).toEqual(
      topScores.map((entry) => [
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

  it('is recorded in the audit for staff, but not for students', async () => {
    const admin = await kit.platform.admin();
    const recorded = async ({ userId }: TestClient) => {
      await kit.platform.settled();
      return (await admin.get<AuditPage>(`/audit?targetType=user&targetId=${userId}&action=DataExported`)).body.entries;
    };
    await csv('', kit.instructor);
    expect((await recorded(kit.instructor))[0]?.changes).toEqual([
      { field: 'exported', from: null, to: 'leaderboard' },
      { field: 'exportedClass', from: null, to: kit.session.id },
    ]);
    await csv('', kit.student);
    expect(await recorded(kit.student)).toEqual([]);
  });

  it('contains organizations for system admins, also over all classes', async () => {
    const admin = await kit.platform.admin();
    const [titles, first] = await csv('', admin, 'all/all/csv');
    expect(titles!.slice(0, 3)).toEqual(['Rank', 'Username', 'Organization']);
    expect(first![2]).toMatch(/^Organization/);
    expect(await csv(`scenarioId=${lessonScenario.scenarioId}`, admin, `${kit.session.id}/csv`)).toHaveLength(1);
  });

  it('has the rights of the board, and is empty over all classes for callers without an organization', async () => {
    expect((await download('', await kit.platform.person('User', kit.organization))).status).toBe(404);
    const alone = await kit.platform.person('User', null);
    expect(await csv('', alone, 'all/all/csv')).toHaveLength(1);
    expect((await download('limit=3', kit.instructor)).status).toBe(400);
  });

  it('can be requested as students see it: frozen and with aliases', async () => {
    await kit.instructor.put(`/groups/${kit.course.id}/leaderboard`, { frozen: true, naming: 'aliases' });
    await kit.other.post('/scores', sampleAttempt(kit.session.id, competeScenario, { totalScore: 950 }));
    await kit.platform.settled();
    const shown = async (query: string, client: TestClient) =>
      (await csv(query, client)).slice(1).map(([rank, name, score]) => [rank, name, score]);
    const names = (await board(kit.instructor)).body.topScores.map(({ userName }) => userName);
    expect(await shown('', kit.instructor)).toEqual([
      ['1', names[0], '950'],
      ['2', names[1], '800.5'],
    ]);
    const forStudents = await shown('view=students', kit.instructor);
    expect(forStudents.map(([, , score]) => score)).toEqual(['800.5', '700.5']);
    expect(forStudents.map(([, name]) => name)).not.toEqual(expect.arrayContaining([expect.stringContaining('user.')]));
    // Students cannot request the staff view, and see their own name.
    const own = await shown('view=staff', kit.student);
    expect(own).toEqual([['1', names[1], '800.5'], forStudents[1]]);
  });
});
