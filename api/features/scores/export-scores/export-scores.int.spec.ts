import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Pool } from 'pg';
import readWorkbook from 'read-excel-file/node';
import { CONFIG, type Config } from '../../../config.js';
import type { AuditPage } from '../../../contracts/audit.contract.js';
import type { Scenario } from '../../../contracts/catalogue.contract.js';
import { cellKey } from '../../../contracts/cell-key.rule.js';
import type { Gradebook } from '../../../contracts/gradebook.contract.js';
import { gradebookRows } from '../../../contracts/gradebook-rows.rule.js';
import { gradeOf, percentOf } from '../../../contracts/grade.rule.js';
import type { ClassSession } from '../../../contracts/group.contract.js';
import { toMoment } from '../../../contracts/primitives.contract.js';
import type { Problem } from '../../../contracts/problem.contract.js';
import type { Scorecard } from '../../../contracts/score.contract.js';
import { parseCsv } from '../../../platform/csv/csv.js';
import { POOL } from '../../../platform/database/pool.js';
import { systemContext } from '../../../platform/eventsourcing/system-context.js';
import { competeScenario, lessonScenario, quizScenario, sampleAttempt } from '../../../testing/sample-attempt.js';
import type { TestClient } from '../../../testing/test-client.js';
import { TestPlatform } from '../../../testing/test-platform.js';
import { until } from '../../../testing/until.js';
import { defaultCatalogue } from '../../catalogue/default-catalogue.js';
import {
  PublishCatalogue,
  PublishCatalogueHandler,
} from '../../catalogue/publish-catalogue/publish-catalogue.handler.js';
import { AttemptsAccess } from '../attempts-access.policy.js';
import { ExportAttemptsQuery } from './export-attempts.query.js';

const ALL = 'includeFailedScores=true';
const MOMENT = '2026-03-29T01:30:00Z';

let platform: TestPlatform;
let organization: string;
let instructor: TestClient;
let student: TestClient;
let other: TestClient;
let idle: TestClient;
let session: ClassSession;

beforeAll(async () => {
  platform = await TestPlatform.start();
  organization = await platform.organization();
  instructor = await platform.person('Instructor', organization);
  const people = [0, 1, 2].map(() => platform.person('User', organization));
  [student, other, idle] = (await Promise.all(people)) as [TestClient, TestClient, TestClient];
  const roster = [student, other, idle];
  ({ session } = await platform.runningClass(instructor, organization, roster, 'Orbits/101 "Ü"'));
  await student.put(`/users/${student.userId}`, { firstName: "=cmd|'/c calc'!A1", lastName: 'Jürgen "Jo" Öz' });
  await submit(competeScenario, { totalScore: 700 });
  await submit(competeScenario, { totalScore: 875.5 });
  await submit(lessonScenario, { passed: false, totalScore: 1 });
  await submit(quizScenario, {}, other);
  // Accepted by the edition that was current then; the newest edition has other questions.
  const [first, ...rest] = quizScenario.questions;
  const renamed = { ...first!, questionText: '@SUM(1)' };
  const ungraded = { ...first!, questionText: 'Which orbits?', maxScore: null };
  const edition = { ...quizScenario, questions: [renamed, ...rest, ungraded] };
  await publish(defaultCatalogue().map((each) => (each.scenarioId === edition.scenarioId ? edition : each)));
  const scores = new Map([
    [0, 5],
    [2, 10],
  ]);
  const questionScorecards = sampleAttempt(null, edition).questionScorecards.map((card, index) => ({
    ...card,
    score: scores.get(index) ?? 0,
    answerScorecards: card.answerScorecards.map((answer, nth) => ({ ...answer, answered: nth !== 1 })),
  }));
  await submit(edition, { questionsScore: 15, questionScorecards });
  await publish(defaultCatalogue());
  await platform.settled();
  await platform.app
    .get<Pool>(POOL)
    .query(`update read.attempts set completed_at = $1 where total_score = 875.5`, [MOMENT]);
});
afterAll(() => platform.stop());

const submit = (...[of, changes, client = student]: [Parameters<typeof sampleAttempt>[1], object, TestClient?]) =>
  client.post('/scores', sampleAttempt(session.id, of, changes));

const publish = (scenarios: readonly Scenario[]) => {
  const { catalogueId } = platform.app.get<Config>(CONFIG);
  const command = new PublishCatalogue(catalogueId, scenarios, systemContext(new Date()));
  return platform.app.get(PublishCatalogueHandler).execute(command);
};

const download = (query: string, client = instructor, path = `${session.id}/all/csv`, init: RequestInit = {}) =>
  fetch(`${platform.url}/api/scores/session/${path}?${query}`, { headers: { 'x-auth-token': client.token }, ...init });

async function csv(query: string, client?: TestClient, path?: string): Promise<string[][]> {
  const answer = await download(query, client, path);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  return parseCsv(bytes.toString()).lines.map(({ cells }) => cells);
}

async function workbook(query: string): Promise<{ sheet: string; data: unknown[][] }> {
  const answer = await download(`format=xlsx&${query}`);
  expect(answer.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  return (await readWorkbook(Buffer.from(await answer.arrayBuffer())))[0]!;
}

const nameOf = (answer: Response) =>
  decodeURIComponent(answer.headers.get('content-disposition')!.split("UTF-8''")[1]!);
/** Rounds to seconds, because fractions of days are not exact to the millisecond. */
const momentOf = (date: Date) => toMoment(new Date(Math.round(date.getTime() / 1_000) * 1_000));
/** Returns the rows as records by column title. */
const records = ([titles, ...rows]: readonly unknown[][]) =>
  rows.map((row) => Object.fromEntries(titles!.map((title, index) => [title, row[index]])));

describe('the export of results', () => {
  it('contains the same results as the scores, best or all', async () => {
    for (const query of [ALL, '', `attempts=all&${ALL}`, `${ALL}&scenarioId=${competeScenario.scenarioId}`]) {
      const { body: cards } = await instructor.get<Scorecard[]>(`/scores/session/${session.id}/all?${query}`);
      const rows = records((await workbook(query)).data);
      const figures = cards.map((card) => {
        const percent = percentOf({
          total: card.totalScore,
          maxTotal: card.maxTotalScore,
          questions: card.questionsScore,
          maxQuestions: card.maxQuestionsScore,
        })!;
        return [
          card.scenarioName,
          card.totalScore,
          card.questionsScore,
          percent,
          gradeOf(percent),
          card.passed,
          card.time,
        ];
      });
      const written = rows.map((row) => [
        row['Scenario'],
        row['Total'],
        row['Questions'],
        row['Percent'],
        row['Grade'],
        row['Passed'] === 'yes',
        momentOf(row['Time (UTC)'] as Date),
      ]);
      expect(written.map(String).toSorted()).toEqual(figures.map(String).toSorted());
    }
  });

  it('contains the student, the number of attempts and the marks for late and too fast results', async () => {
    const rows = records(await csv(`${ALL}&zone=Europe/Berlin`));
    const best = rows.find((row) => row['Total'] === '875.5')!;
    expect(Object.keys(best).join(',')).toBe(
      'Username,Name,Scenario,Total,Questions,Max,Percent,Grade,Passed,Attempts,Late,Too fast,Time (UTC),Time (Europe/Berlin),Set aside,Level,Flags,Original,Reason',
    );
    expect(best).toMatchObject({
      Name: `=cmd|'/c calc'!A1 Jürgen "Jo" Öz`,
      Max: '1000',
      Percent: '87',
      Grade: 'B',
      Attempts: '2',
      Late: 'no',
      'Too fast': 'yes',
      'Time (UTC)': '2026-03-29 01:30:00',
      'Time (Europe/Berlin)': '2026-03-29 03:30:00',
    });
    const text = await (await download(ALL)).text();
    expect(text).toContain(`,"'=cmd|'/c calc'!A1 Jürgen ""Jo"" Öz",`);
    expect(text.endsWith('\r\n')).toBe(true);
    const usernames = rows.map((row) => row['Username'] as string);
    expect(usernames).toEqual(usernames.toSorted(new Intl.Collator('en', { numeric: true }).compare));
  });

  it('contains only the caller’s own results for students, and is rejected for strangers', async () => {
    expect(new Set((await csv(ALL, other)).slice(1).map(([, name]) => name))).toEqual(new Set(['Sam Example']));
    expect(await csv(ALL, idle)).toHaveLength(1);
    for (const path of [`${session.id}/all/csv`, 'all/all/csv']) {
      expect(Object.keys(records(await csv(ALL, student, path))[0])).not.toContain('Too fast');
    }
    expect((await csv(ALL, other, 'all/all/csv')).length).toBe(2);
    const stranger = await platform.person('User', organization);
    expect((await download(ALL, stranger)).status).toBe(404);
    expect(await csv(`${ALL}&userId=${other.userId}`, other, `${session.id}/csv`)).toHaveLength(2);
  });

  it('is recorded in the audit before the first byte when it contains results of others', async () => {
    const admin = await platform.admin();
    const recorded = async ({ userId }: TestClient) => {
      await platform.settled();
      const query = `targetType=user&targetId=${userId}&action=DataExported&limit=200`;
      return (await admin.get<AuditPage>(`/audit?${query}`)).body.entries;
    };
    const before = (await recorded(instructor)).length;
    const key = { 'idempotency-key': randomUUID() };
    // A repeated idempotency key does not prevent the second record.
    for (let asked = 0; asked < 2; asked += 1) {
      const headers = { ...key, 'x-auth-token': instructor.token };
      const answer = await download(ALL, instructor, undefined, { headers });
      expect(answer.status).toBe(200);
      await answer.body!.cancel();
    }
    const [newest, ...others] = await recorded(instructor);
    expect(others).toHaveLength(before + 1);
    expect(newest).toMatchObject({
      actor: { id: instructor.userId, role: 'Instructor' },
      address: expect.any(String) as string,
      changes: [
        { field: 'exported', from: null, to: 'scores' },
        { field: 'exportedClass', from: null, to: session.id },
      ],
    });
    await csv(ALL, other);
    expect(await recorded(other)).toEqual([]);
  });

  it('contains all results over all classes for a system admin', async () => {
    const rows = await csv(ALL, await platform.admin(), 'all/all/csv');
    expect(rows).toHaveLength((await csv(ALL)).length);
  });

  it('contains the results of the organization over all classes for its admin, with and without its id', async () => {
    const orgAdmin = await platform.person('OrganizationAdmin', organization);
    const whole = (await csv(ALL, await platform.admin(), `all/${organization}/csv`)).length;
    expect(whole).toBe((await csv(ALL)).length);
    for (const path of [`all/${organization}/csv`, 'all/all/csv', 'all/csv']) {
      expect((await csv(ALL, orgAdmin, path)).length).toBe(whole);
    }
    const elsewhere = await platform.organization();
    const stranger = await platform.person('OrganizationAdmin', elsewhere);
    for (const path of [`all/${organization}/csv`, `all/${elsewhere}/csv`, 'all/all/csv']) {
      expect(await csv(ALL, stranger, path)).toHaveLength(1);
    }
  });

  it.each([`session.id/all`, 'all/all'])('treats an empty campaign as none (%s)', async (path) => {
    const [first, last] = path.replace('session.id', session.id).split('/');
    const query = `campaignId=&scenarioId=${quizScenario.scenarioId}&userId=`;
    expect((await instructor.get(`/scores/session/${first}/${last}?${query}`)).status).toBe(200);
    expect((await download(query, instructor, `${first}/${last}/csv`)).status).toBe(200);
    for (const board of ['', '/csv', '/history']) {
      const answer = await instructor.get(`/scores/leaderboard/${first}/${last}${board}?campaignId=&scenarioId=`);
      expect([board, answer.status]).toEqual([board, 200]);
    }
  });

  it('has a file name with the name of the class', async () => {
    expect(nameOf(await download(''))).toBe('Scores - Orbits-101 _Ü_ - Class 1.csv');
    expect(nameOf(await download('format=xlsx', other, 'all/all/csv'))).toBe('Scores.xlsx');
    expect((await workbook('')).sheet).toBe('Scores - Orbits-101 "Ü" - Class');
  });

  it.each(['zone=Nowhere', 'format=pdf', 'attempts=some', 'limit=3', 'scenarioId=1'])('rejects %s', async (query) => {
    expect((await download(query)).status).toBe(400);
  });
});

describe('the export of a quiz', () => {
  const quiz = `${ALL}&scenarioId=${quizScenario.scenarioId}`;

  it('has one column per question, including unlisted ones, and one row per student of the class', async () => {
    const rows = records(await csv(`${quiz}&zone=Asia/Kathmandu`));
    const texts = quizScenario.questions.map(({ questionText }, index) => `Q${index + 1} ${questionText}`);
    const count = texts.length;
    expect(Object.keys(rows[0])).toEqual([
      ...'Username,Name,Score,Max,Percent'.split(','),
      'Time (UTC)',
      'Time (Asia/Kathmandu)',
      ...texts,
      `Q${count + 1} @SUM(1)`,
      `Q${count + 2} Which orbits?`,
      ...'Set aside,Level,Flags,Original,Reason'.split(','),
    ]);
    expect(rows).toHaveLength(3);
    const named = rows.find((row) => String(row['Name']).includes('Jürgen'))!;
    expect(named).toMatchObject({
      Score: '15',
      Max: '40',
      Percent: '37',
      [texts[0]!]: '',
      [texts[1]!]: '0',
      [`Q${count + 1} @SUM(1)`]: '5',
      [`Q${count + 2} Which orbits?`]: 'A, C',
    });
    const usernames = rows.map((row) => row['Username'] as string);
    expect(usernames).toEqual(usernames.toSorted(new Intl.Collator('en', { numeric: true }).compare));
    expect(rows.filter((row) => row['Score'] === '')).toHaveLength(1);
  });

  it('has the same scores in a workbook, as numbers', async () => {
    const { data } = await workbook(quiz);
    const scores = records(data).map((row) => row['Score']);
    expect(scores.filter((score) => score !== null).toSorted()).toEqual([10, 15]);
  });

  it('has a file name with the title of the quiz', async () => {
    expect(nameOf(await download(quiz))).toBe(
      `Quiz Results - ${quizScenario.scenarioTitle.replaceAll(/[/:*?"<>|\\]/g, '_')}.csv`,
    );
  });
});

describe('a student who was removed from the class', () => {
  it('is missing from all exports of staff, and included again after rejoining', async () => {
    const [former, stays] = [await platform.person('User', organization), await platform.person('User', organization)];
    const { course, session: left } = await platform.runningClass(instructor, organization, [former, stays], 'Left');
    for (const client of [former, stays]) {
      for (const scenario of [competeScenario, quizScenario]) {
        expect((await client.post('/scores', sampleAttempt(left.id, scenario))).status).toBe(202);
      }
    }
    const nameOfUser = async ({ userId }: TestClient) =>
      (await instructor.get<{ username: string }>(`/users/${userId}`)).body.username;
    const [formerName, staysName] = [await nameOfUser(former), await nameOfUser(stays)];
    const orgAdmin = await platform.person('OrganizationAdmin', organization);
    const quiz = `scenarioId=${quizScenario.scenarioId}`;
    const exports: [string, TestClient][] = [
      ...['', ALL, `attempts=all&${ALL}`, 'layout=grid', quiz, `attempts=all&${quiz}`].map(
        (query): [string, TestClient] => [`session/${left.id}/all/csv?${query}`, instructor],
      ),
      ...[ALL, `attempts=all&${ALL}`, quiz].map((query): [string, TestClient] => [
        `session/all/${organization}/csv?${query}`,
        orgAdmin,
      ]),
      [`leaderboard/${left.id}/all/csv`, instructor],
      [`leaderboard/all/${organization}/csv`, orgAdmin],
    ];
    const shown = async () => {
      await platform.settled();
      const found: unknown[] = [];
      // Runs sequentially, because a person may run two downloads at once.
      for (const [path, { token }] of exports) {
        const answer = await fetch(`${platform.url}/api/scores/${path}`, { headers: { 'x-auth-token': token } });
        const text = await answer.text();
        found.push([path, text.includes(formerName), text.includes(staysName)]);
      }
      return found;
    };
    expect((await instructor.delete(`/groups/${course.id}/members/${former.userId}`)).status).toBe(204);
    expect(await shown()).toEqual(exports.map(([path]) => [path, false, true]));
    // Students still export their own results.
    expect(await csv(ALL, former, 'all/all/csv')).toHaveLength(3);
    await former.post('/groups/join', { code: course.password });
    expect(await shown()).toEqual(exports.map(([path]) => [path, true, true]));
  });
});

describe('the export of the grid', () => {
  it('contains the same results as the gradebook', async () => {
    const { body } = await instructor.get<Gradebook>(`/sessions/${session.id}/gradebook`);
    const cells = new Map(gradebookRows(body).map(({ key, value }) => [key, value]));
    const rows = records(await csv('layout=grid'));
    expect(rows).toHaveLength(body.students.length);
    for (const { key, value } of body.students) {
      const row = rows.find((each) => each['Username'] === value!.username)!;
      expect(Object.keys(row)).toHaveLength(2 + 2 * body.scenarios.length);
      for (const { scenarioId, scenarioTitle } of body.scenarios) {
        const cell = cells.get(cellKey(key, scenarioId));
        const percent = cell?.kind === 'cell' ? percentOf(cell) : null;
        expect(row[`${scenarioTitle} (%)`]).toBe(String(percent ?? ''));
        expect(row[`${scenarioTitle} (grade)`]).toBe(percent === null ? '' : gradeOf(percent));
      }
    }
  });

  it('documents content, class, time and time zone on a second sheet', async () => {
    const answer = await download('format=xlsx&layout=grid&zone=Asia/Tokyo');
    const [, about] = await readWorkbook(Buffer.from(await answer.arrayBuffer()));
    expect(about!.sheet).toBe('About');
    const lines = Object.fromEntries(about!.data) as Record<string, unknown>;
    expect(lines).toMatchObject({
      Exported: `Gradebook - ${session.name}`,
      Class: session.name,
      Course: 'Orbits/101 "Ü"',
      Organization: expect.any(String) as string,
      Scenario: 'All scenarios',
      Students: 'All students',
      Attempts: 'Best attempt of each scenario',
      'Exported by': expect.any(String) as string,
      'Time zone': 'Asia/Tokyo',
    });
    const [utc, there] = ['UTC', 'Asia/Tokyo'].map((zone) => (lines[`Exported at (${zone})`] as Date).getTime());
    expect(Math.round((there! - utc!) / 3_600_000)).toBe(9);
  });

  it('is limited to one class and the requested campaign, and is empty for a class without students', async () => {
    expect((await download('layout=grid', await platform.admin(), 'all/all/csv')).status).toBe(400);
    const [titles] = await csv(`layout=grid&campaignId=${competeScenario.campaignId}`);
    expect(titles).not.toContain(`${lessonScenario.scenarioTitle} (%)`);
    const { session: empty } = await platform.runningClass(instructor, organization, [], 'Empty');
    await platform.settled();
    for (const query of ['layout=grid', '', `scenarioId=${quizScenario.scenarioId}`]) {
      expect(await csv(query, instructor, `${empty.id}/all/csv`)).toHaveLength(1);
    }
  });
});

describe('a download', () => {
  /** Runs with further pages after the first page of a download. */
  async function withPages<Result>(later: () => AsyncGenerator<never[]>, run: () => Promise<Result>): Promise<Result> {
    const attempts = platform.app.get(ExportAttemptsQuery);
    const original = attempts.of.bind(attempts);
    attempts.of = async function* (...asked) {
      yield* original(...asked);
      yield* later();
    };
    return run().finally(() => (attempts.of = original));
  }

  it.each(['csv', 'xlsx'])('is aborted when it fails after the start (%s)', async (format) => {
    // oxlint-disable-next-line require-yield
    async function* failing(): AsyncGenerator<never[]> {
      throw new Error('The database is unreachable');
    }
    await withPages(failing, () =>
      expect(download(`format=${format}`).then((answer) => answer.arrayBuffer())).rejects.toThrow(),
    );
  });

  it('stops when the client disconnects, and is limited in number per person', async () => {
    let open = 0;
    const pages: ((value?: unknown) => void)[] = [];
    async function* endless(): AsyncGenerator<never[]> {
      open += 1;
      try {
        for (;;) yield await new Promise<never[]>((resolve) => setImmediate(() => resolve([])));
      } finally {
        open -= 1;
        pages.pop()?.();
      }
    }
    await withPages(endless, async () => {
      const aborts = [new AbortController(), new AbortController()];
      for (const { signal } of aborts) await download('', instructor, undefined, { signal });
      const refused = await download('');
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
      const { title } = (await refused.json()) as Problem;
      expect(title).toBe('Your other downloads are still running. Wait until one has finished.');
      // The titles are sent before the first page.
      await until(() => open === 2);
      const stopped = aborts.map(() => new Promise((resolve) => pages.push(resolve)));
      for (const abort of aborts) abort.abort();
      await Promise.all(stopped);
    });
    expect((await download('')).status).toBe(200);
  });

  it('releases its slot when the client disconnects before the start', async () => {
    const access = platform.app.get(AttemptsAccess);
    const original = access.of.bind(access);
    const server = platform.app.getHttpServer();
    for (let turn = 0; turn < 8; turn += 1) {
      const abort = new AbortController();
      const closed = new Promise((resolve) =>
        server.once('request', (_, response: ServerResponse) => response.once('close', resolve)),
      );
      const admitted = new Promise<void>((resolve) => {
        access.of = async (...query) => {
          const attempts = await original(...query);
          abort.abort();
          await closed;
          setImmediate(resolve);
          return attempts;
        };
      });
      await expect(download('', instructor, undefined, { signal: abort.signal })).rejects.toThrow();
      await admitted;
    }
    access.of = original;
    expect((await download('')).status).toBe(200);
  });

  it('contains every student across pages', async () => {
    const pool = platform.app.get<Pool>(POOL);
    const { session: crowd } = await platform.runningClass(instructor, organization, [], 'Crowd');
    await platform.settled();
    await pool.query(
      `insert into read.people
       select (json_populate_record(p, json_build_object('id', md5('crowd' || n)::uuid, 'username', 'crowd' || n % 700))).*
       from read.people p, generate_series(1, 1100) n where p.id = $1`,
      [student.userId],
    );
    await pool.query(
      `insert into read.attempts
       select r.* from read.attempts a, generate_series(1, 1100) n, generate_series(1, 3) t,
         json_populate_record(a, json_build_object('attempt_id', md5(n || ' ' || t)::uuid, 'session_id', $2::uuid,
           'user_id', md5('crowd' || n)::uuid, 'total_score', n)) r
       where a.session_id = $1 and a.total_score = 700`,
      [session.id, crowd.id],
    );
    await pool.query(
      `insert into read.rosters (session_id, user_id, course_id, sequence)
       select $1, md5('crowd' || n)::uuid, $1, 1 from generate_series(1, 1100) n`,
      [crowd.id],
    );
    const rows = records(await csv(`attempts=all&${ALL}`, instructor, `${crowd.id}/all/csv`));
    expect(rows).toHaveLength(3_300);
    expect(new Set(rows.map((row) => `${row['Username']} ${row['Total']}`)).size).toBe(1_100);
    expect(await csv(ALL, instructor, `${crowd.id}/all/csv`)).toHaveLength(1_101);
    const unknown = await download(ALL, instructor, `${randomUUID()}/all/csv`);
    expect(unknown.status).toBe(404);
  });
});
