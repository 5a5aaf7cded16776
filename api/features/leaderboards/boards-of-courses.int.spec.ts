import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { CONFIG, type Config } from '../../config.js';
import type { ClassSession, Group } from '../../contracts/group.contract.js';
import type {
  Leaderboard,
  LeaderboardHistory,
  LeaderboardListings,
  LeaderboardSettings,
  LiveLeaderboard,
} from '../../contracts/leaderboard.contract.js';
import { leaderboardTopicId } from '../../contracts/leaderboard-topic.rule.js';
import { POOL } from '../../platform/database/pool.js';
import { closeAll, eventually, openLive, watch } from '../../platform/live/testing/live-client.js';
import { competeScenario, sampleAttempt } from '../../testing/sample-attempt.js';
import type { TestClient } from '../../testing/test-client.js';
import { TestPlatform } from '../../testing/test-platform.js';
import { until } from '../../testing/until.js';
import { defaultCatalogue } from '../catalogue/default-catalogue.js';
import { CourseQuery } from '../courses/course.query.js';

let platform: TestPlatform;
let organization: string;
let instructor: TestClient;
let admin: TestClient;
/** Sorted by points, highest first. */
let students: TestClient[];
let course: Group;
let session: ClassSession;

beforeAll(async () => {
  platform = await TestPlatform.start();
  organization = await platform.organization();
  admin = await platform.admin();
  instructor = await platform.person('Instructor', organization);
  students = [];
  for (let nth = 0; nth < 7; nth += 1) students.push(await platform.person('User', organization));
});
afterAll(() => platform.stop());
afterEach(closeAll);

beforeEach(async () => {
  const name = `Orbits ${Math.random()}`;
  ({ course, session } = await platform.runningClass(instructor, organization, students, name));
  for (const [nth, client] of students.entries()) await score(client, 900 - nth * 100);
  await platform.settled();
});

const score = (client: TestClient, totalScore: number) =>
  client.post('/scores', sampleAttempt(session.id, competeScenario, { totalScore }));
const change = (body: object, client = instructor) =>
  client.put<LeaderboardSettings>(`/groups/${course.id}/leaderboard`, body);
const board = async (client: TestClient, query = '', session_ = session.id) =>
  (await client.get<Leaderboard>(`/scores/leaderboard/${session_}/all${query}`)).body;
const scores = ({ topScores }: Pick<Leaderboard, 'topScores'>) => topScores.map((entry) => entry.score);
const names = (entries: readonly { userName: string }[]) => entries.map((entry) => entry.userName);

describe('the rank of the caller', () => {
  it('is returned with its neighbours when it is below the top', async () => {
    const { topScores, me, around, viewerId } = await board(students[4]!, '?limit=2');
    expect(topScores.map((entry) => entry.rank)).toEqual([1, 2]);
    expect(me).toMatchObject({ rank: 5, userId: students[4]!.userId, score: 500 });
    expect(around.map(({ rank, userId }) => [rank, userId])).toEqual(
      [2, 3, 4, 5, 6].map((nth) => [nth + 1, students[nth]!.userId]),
    );
    expect(viewerId).toBe(students[4]!.userId);
    expect((await board(students[1]!, '?limit=2')).around).toEqual([]);
    const last = await board(students[6]!, '?limit=1');
    expect(last.around.map((entry) => entry.rank)).toEqual([5, 6, 7]);
    expect((await board(instructor, '?limit=2')).me).toBeNull();
  });

  it('exists only in the organization of the class', async () => {
    const of = async (id: string) =>
      (await admin.get<Leaderboard>(`/scores/leaderboard/${session.id}/${id}?userId=${students[4]!.userId}`)).body;
    expect((await of(organization)).me?.rank).toBe(5);
    expect(await of(await platform.organization())).toMatchObject({ topScores: [], me: null });
  });

  it('ignores disabled students, for class, campaign and scenario alike', async () => {
    const disabledStudent = await platform.person('User', organization);
    await disabledStudent.post('/groups/join', { code: course.password });
    await score(disabledStudent, 850);
    await platform.settled();
    const rank = async () => (await board(students[3]!, '?limit=2')).me?.rank;
    expect(await rank()).toBe(5);
    await admin.put(`/users/${disabledStudent.userId}/enabled`);
    await until(async () => (await rank()) === 4);
    for (const query of [
      '',
      `&campaignId=${competeScenario.campaignId}`,
      `&scenarioId=${competeScenario.scenarioId}`,
    ]) {
      const { topScores, me, around } = await board(students[3]!, `?limit=2${query}`);
      expect(scores({ topScores })).toEqual([900, 800]);
      expect(me?.rank).toBe(4);
      expect(around.map((entry) => entry.rank)).toEqual([2, 3, 4, 5, 6]);
    }
    expect((await board(disabledStudent, '?limit=2')).topScores).toBeUndefined();
  });
});

describe('a student who was removed from the class', () => {
  const leave = (client: TestClient) => instructor.delete(`/groups/${course.id}/members/${client.userId}`);
  const scenario = `&scenarioId=${competeScenario.scenarioId}`;

  it('has no rank, also on a frozen board, and regains it after rejoining', async () => {
    await change({ frozen: true });
    expect((await leave(students[1]!)).status).toBe(204);
    await platform.settled();
    for (const [client, query] of [
      [instructor, ''],
      [students[4]!, ''],
      [students[4]!, scenario],
    ] as const) {
      const { topScores, me, around } = await board(client, `?limit=2&userId=${students[4]!.userId}${query}`);
      expect([scores({ topScores }), me?.rank]).toEqual([[900, 700], 4]);
      expect(around.map((entry) => entry.score)).toEqual([700, 600, 500, 400, 300]);
    }
    const search = encodeURIComponent(course.name);
    const listed = async () => (await admin.get<LeaderboardListings>(`/scores/leaderboards?search=${search}`)).body;
    expect((await listed()).boards).toMatchObject([{ players: 6, leader: { score: 900 } }]);
    await leave(students[0]!);
    await platform.settled();
    expect((await listed()).boards).toMatchObject([{ players: 5, leader: { score: 700 } }]);
    for (const client of students.slice(0, 2)) await client.post('/groups/join', { code: course.password });
    await platform.settled();
    expect(scores(await board(students[4]!))).toEqual([900, 800, 700, 600, 500, 400, 300]);
  });

  it('disappears from the watched board and reappears after rejoining', async () => {
    const staff = openLive(platform.url, instructor.token);
    await watch(staff.socket, { topic: 'leaderboard', id: session.id });
    const receives = (expected: readonly number[]) =>
      eventually(() =>
        staff.changes.findLast(({ rows }) => `${scores(rows[0]!.value as LiveLeaderboard)}` === `${expected}`),
      );
    await leave(students[1]!);
    await receives([900, 700, 600, 500, 400, 300]);
    await students[1]!.post('/groups/join', { code: course.password });
    await receives([900, 800, 700, 600, 500, 400, 300]);
  });
});

describe('a frozen board', () => {
  it('stays unchanged for students and live for staff until it is revealed', async () => {
    const { status, body } = await change({ frozen: true });
    expect([status, body]).toEqual([200, { naming: 'names', sessionId: session.id, frozenAt: body.frozenAt }]);
    expect(body.frozenAt).not.toBeNull();
    await score(students[6]!, 1_000);
    await platform.settled();
    for (const query of [
      '',
      `?campaignId=${competeScenario.campaignId}`,
      `?scenarioId=${competeScenario.scenarioId}`,
    ]) {
      const shown = await board(students[6]!, query);
      expect([scores(shown)[0], shown.me?.rank, shown.frozenAt]).toEqual([900, 7, body.frozenAt]);
      const live = await board(instructor, query);
      expect([scores(live)[0], live.frozenAt]).toEqual([1_000, body.frozenAt]);
    }
    const again = await change({ frozen: true });
    expect([again.body, again.headers.has('x-log-position')]).toEqual([body, false]);
    expect((await instructor.get(`/groups/${course.id}/leaderboard`)).body).toEqual(body);

    expect((await change({ frozen: false })).body).toMatchObject({ frozenAt: null });
    await platform.settled();
    const revealed = await board(students[6]!);
    expect([scores(revealed)[0], revealed.me?.rank, revealed.frozenAt]).toEqual([1_000, 1, null]);
  });

  it('is also frozen on the board of all classes, except for admins of the organization', async () => {
    const foreign = await platform.organization();
    const owner = await platform.person('Instructor', foreign);
    const player = await platform.person('User', foreign);
    const boss = await platform.person('OrganizationAdmin', foreign);
    const { course: own, session: running } = await platform.runningClass(owner, foreign, [player]);
    session = running;
    await score(player, 300);
    await owner.put(`/groups/${own.id}/leaderboard`, { frozen: true });
    await score(player, 700);
    await platform.settled();
    expect(scores(await board(player, '', 'all'))).toEqual([300]);
    expect(scores(await board(owner, '', 'all'))).toEqual([300]);
    expect(scores(await board(boss, '', 'all'))).toEqual([700]);
    await owner.put(`/groups/${own.id}/leaderboard`, { naming: 'anonymous' });
    const other = await platform.person('User', foreign);
    expect(names((await board(other, '', 'all')).topScores)).toEqual(['Student']);
    expect((await board(other, `?userId=${player.userId}`, 'all')).me).toBeNull();
    expect((await board(player, '', 'all')).me).toMatchObject({ userId: player.userId, score: 300 });
    expect((await board(boss, '', 'all')).topScores[0]?.userId).toBe(player.userId);
  });

  it('sends changes to watching staff but not to students until it is revealed', async () => {
    await change({ frozen: true });
    await platform.settled();
    const topic = { topic: 'leaderboard', id: session.id } as const;
    const [student, staff] = [openLive(platform.url, students[0]!.token), openLive(platform.url, instructor.token)];
    for (const { socket } of [student, staff]) expect(await watch(socket, topic)).toMatchObject({ ok: true });
    await score(students[6]!, 980);
    const received = await eventually(() => staff.changes[0]);
    expect(scores(received.rows[0]!.value as LiveLeaderboard)[0]).toBe(980);
    await score(students[5]!, 990);
    await eventually(() => staff.changes.find(({ rows }) => scores(rows[0]!.value as LiveLeaderboard)[0] === 990));
    expect(student.changes).toEqual([]);
    await change({ frozen: false });
    const revealed = await eventually(() => student.changes[0]);
    const value = revealed.rows[0]!.value as LiveLeaderboard;
    expect([value.frozenAt, scores(value).slice(0, 3)]).toEqual([null, [990, 980, 900]]);
  });

  it('requires a class that has started', async () => {
    const empty = await platform.course(instructor, organization, 'No class yet');
    const { problem } = await instructor.put(`/groups/${empty.id}/leaderboard`, { frozen: true });
    const title = 'No class of this course has started yet. Start one, then freeze its board.';
    expect(problem).toMatchObject({ status: 409, code: 'NO_ACTIVE_CLASS', title });
    const settings = { naming: 'names', sessionId: null, frozenAt: null };
    expect((await instructor.get(`/groups/${empty.id}/leaderboard`)).body).toEqual(settings);
    await instructor.put(`/groups/${empty.id}/activesession`);
    await instructor.delete(`/groups/${empty.id}/activesession`);
    expect((await instructor.put(`/groups/${empty.id}/leaderboard`, { frozen: true })).status).toBe(200);
  });

  it.each([{ frozen: 'yes' }, { naming: 'numbers' }, { unknown: true }])('rejects the change %j', async (body) => {
    expect((await change(body)).status).toBe(400);
  });
});

it('lists the ranks below the first page by offset', async () => {
  const { topScores, me, around } = await board(students[0]!, '?limit=3&offset=5');
  expect(topScores.map(({ rank, userId }) => [rank, userId])).toEqual([
    [6, students[5]!.userId],
    [7, students[6]!.userId],
  ]);
  expect([me, around]).toEqual([null, []]);
});

describe('names on the board', () => {
  it('can be changed for a course that the read models do not contain yet', async () => {
    const courses = platform.app.get(CourseQuery);
    const find = courses.findCourse.bind(courses);
    courses.findCourse = async () => {
      courses.findCourse = find;
      return null;
    };
    expect((await change({ naming: 'aliases' })).status).toBe(200);
  });

  it('are aliases for students except for their own, and real for staff', async () => {
    await change({ naming: 'aliases' });
    await platform.settled();
    const shown = await board(students[5]!, '?limit=3');
    const [first] = students;
    for (const { userName, userId } of shown.topScores) {
      expect(userName).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+ \d{4}$/);
      expect(students.map((client) => client.userId)).not.toContain(userId);
    }
    expect(new Set(names(shown.topScores)).size).toBe(3);
    expect(shown.me).toMatchObject({ rank: 6, userId: shown.viewerId });
    expect(shown.me?.userName).toMatch(/^user\./);
    expect(shown.around.find((entry) => entry.userId === shown.viewerId)?.userName).toBe(shown.me?.userName);
    expect(shown.viewerId).not.toBe(students[5]!.userId);
    const again = await board(students[4]!, '?limit=3');
    expect(again.topScores).toEqual(shown.topScores);
    const asked = await board(students[5]!, `?limit=1&userId=${first!.userId}`);
    expect([asked.me, asked.around]).toEqual([null, []]);
    const own = await board(first!, '?limit=3');
    expect([own.topScores[0]?.userId, own.topScores[0]?.userName]).toEqual([own.viewerId, own.me?.userName]);
    expect(own.viewerId).toBe(shown.topScores[0]?.userId);
    expect([...shown.topScores, ...shown.around].filter((entry) => entry.name !== null)).toEqual([]);
    const staff = await board(instructor, '?limit=3');
    expect(staff.topScores[0]?.name).toMatch(/^Sam /);
    expect(staff.topScores[0]?.userId).toBe(first!.userId);
    expect((await board(instructor, `?limit=1&userId=${first!.userId}`)).me).toMatchObject({ rank: 1 });
  });

  it('are hidden when students are anonymous, on sockets too', async () => {
    const topic = { topic: 'leaderboard', id: session.id } as const;
    const [student, staff] = [openLive(platform.url, students[0]!.token), openLive(platform.url, instructor.token)];
    for (const { socket } of [student, staff]) await watch(socket, topic);
    await change({ naming: 'anonymous' });
    const received = await eventually(() => student.changes[0]);
    const { topScores } = received.rows[0]!.value as LiveLeaderboard;
    expect(new Set(names(topScores))).toEqual(new Set(['Student']));
    const { viewerId } = await board(students[0]!);
    expect(topScores.findIndex((entry) => entry.userId === viewerId)).toBe(0);
    expect(JSON.stringify(received)).not.toContain(students[1]!.userId);
    expect(staff.changes).toEqual([]);
  });
});

it('shows staff the students’ view on request, on sockets too', async () => {
  await change({ frozen: true, naming: 'aliases' });
  await score(students[6]!, 1_000);
  await platform.settled();
  const shown = await board(students[5]!, '?limit=3');
  const asked = await board(instructor, '?limit=3&view=students');
  expect([asked.topScores, asked.me, asked.frozenAt]).toEqual([shown.topScores, null, shown.frozenAt]);
  expect(asked.topScores.map((entry) => entry.name)).toEqual([null, null, null]);
  const { socket } = openLive(platform.url, (await platform.admin()).token);
  const reply = await watch(socket, { topic: 'leaderboard', id: `${session.id}.students` });
  const snapshot = (reply as { rows: { value: LiveLeaderboard }[] }).rows[0]!.value;
  expect(snapshot.topScores.slice(0, 3)).toEqual(shown.topScores);
  expect((await board(students[5]!, '?limit=3&view=staff')).topScores).toEqual(shown.topScores);
});

it('can be watched for a scenario that was removed, but not for an unknown one', async () => {
  const { catalogueId } = platform.app.get<Config>(CONFIG);
  const publish = (scenarios: object[]) => admin.put(`/courses/${catalogueId}/headers`, scenarios);
  const others = defaultCatalogue().filter(({ campaignId }) => campaignId !== competeScenario.campaignId);
  expect((await publish(others)).status).toBe(200);
  const { socket } = openLive(platform.url, students[0]!.token);
  const reach = (scope: object) =>
    watch(socket, { topic: 'leaderboard', id: leaderboardTopicId({ sessionId: session.id, ...scope }) });
  for (const scope of [{ scenarioId: competeScenario.scenarioId }, { campaignId: competeScenario.campaignId }]) {
    expect(await reach(scope)).toMatchObject({ ok: true, rows: [{ value: { topScores: { length: 7 } } }] });
  }
  expect(await reach({ scenarioId: randomUUID() })).not.toMatchObject({ ok: true });
  await publish(defaultCatalogue());
});

describe('the history of points', () => {
  const history = (client: TestClient, query = '') =>
    client.get<LeaderboardHistory>(`/scores/leaderboard/${session.id}/all/history${query}`);

  it('contains the leaders and the caller, with the rights of the board', async () => {
    const { body } = await history(students[6]!, '?limit=2');
    expect(body.lines.map(({ userId, points }) => [userId, points.map((point) => point.score)])).toEqual([
      [students[0]!.userId, [900]],
      [students[1]!.userId, [800]],
      [students[6]!.userId, [300]],
    ]);
    await change({ frozen: true, naming: 'anonymous' });
    await score(students[6]!, 950);
    await platform.settled();
    const shown = (await history(students[6]!, '?limit=2')).body;
    expect(shown.lines.map(({ points }) => points.at(-1)?.score)).toEqual([900, 800, 300]);
    expect(names(shown.lines).slice(0, 2)).toEqual(['Student', 'Student']);
    expect(shown.lines[2]?.userId).toBe(shown.viewerId);
    expect((await history(instructor, '?limit=1')).body.lines[0]).toMatchObject({ points: [{ score: 950 }] });
  });

  it.each(['?limit=0', '?limit=11', '?campaignId=none', '?unknown=1'])('rejects %s', async (query) => {
    expect((await history(instructor, query)).status).toBe(400);
  });
});

describe('the list of all boards', () => {
  const list = async (query = '') => (await admin.get<LeaderboardListings>(`/scores/leaderboards${query}`)).body;

  it('lists boards by class, with search and pages', async () => {
    const { boards, total } = await list(`?search=${encodeURIComponent(course.name.toUpperCase())}`);
    expect(total).toBe(1);
    expect(boards).toMatchObject([
      {
        sessionId: session.id,
        courseName: course.name,
        organizationName: expect.stringMatching(/^Organization/) as string,
        players: 7,
        leader: { score: 900 },
        frozenAt: null,
      },
    ]);
    expect(boards[0]!.lastResultAt).not.toBeNull();
    const all = await list('?limit=1');
    expect(all.boards).toMatchObject([{ sessionId: session.id }]);
    expect(all.total).toBeGreaterThan(1);
    expect((await list('?limit=1&offset=1')).boards[0]?.sessionId).not.toBe(session.id);
    expect((await list('?search=nothing%20like%20it')).boards).toEqual([]);
  });

  it.each(['?limit=0', '?limit=101', '?offset=-1', '?unknown=1'])('rejects %s', async (query) => {
    expect((await admin.get(`/scores/leaderboards${query}`)).status).toBe(400);
  });

  it('clears all boards at once, also frozen ones; gradebooks stay and new points count', async () => {
    await change({ frozen: true });
    expect((await instructor.delete('/scores')).status).toBe(403);
    const answer = await admin.delete('/scores');
    expect([answer.status, answer.headers.has('x-log-position')]).toEqual([204, true]);
    await platform.settled();
    // The tables are truncated, because deleting millions of rows takes longer than the statement timeout.
    const { rows: left } = await platform.app.get<Pool>(POOL)
      .query(`select relname from pg_class where relname ~ '^(frozen_)?leaderboard(s|_totals)_v' and relkind = 'r'
                and relnamespace = 'read'::regnamespace and pg_relation_size(oid) > 0`);
    expect(left).toEqual([]);
    expect(await board(students[0]!)).toMatchObject({ topScores: [], me: null });
    expect((await board(students[0]!)).frozenAt).not.toBeNull();
    expect((await board(instructor)).topScores).toEqual([]);
    const { boards, clearedAt } = await list(`?search=${encodeURIComponent(course.name)}`);
    expect([boards[0]?.players, boards[0]?.leader, boards[0]?.lastResultAt]).toEqual([0, null, null]);
    expect(clearedAt).not.toBeNull();
    const kept = await instructor.get<unknown[]>(`/scores/session/${session.id}/all`);
    expect(kept.body).toHaveLength(7);
    await score(students[3]!, 100);
    await platform.settled();
    expect(scores(await board(instructor))).toEqual([100]);
  });
});
