import { randomUUID } from 'node:crypto';
import readWorkbook from 'read-excel-file/node';
import type { Pool } from 'pg';
import type { CellDecisionChange, RegradeRequest } from '../../../contracts/grading.contract.js';
import { type AttemptPolicy, DEFAULT_GRADING } from '../../../contracts/grading.rule.js';
import type { OwnResults } from '../../../contracts/results.contract.js';
import type { Scorecard } from '../../../contracts/score.contract.js';
import { parseCsv } from '../../../platform/csv/csv.js';
import { POOL } from '../../../platform/database/pool.js';
import { classKit } from '../../../testing/class-kit.js';
import { competeScenario, sampleAttempt } from '../../../testing/sample-attempt.js';
import type { TestClient } from '../../../testing/test-client.js';

const kit = classKit();
const { scenarioId } = competeScenario;
const POINTS: CellDecisionChange = { kind: 'Points', points: 900, maximum: 1_000, passed: true };

/** Stores attempts with these points, a minute apart, in this order. Returns their ids. */
async function play(...points: number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const totalScore of points) {
    const attempt = sampleAttempt(kit.session.id, competeScenario, { totalScore });
    expect((await kit.student.post('/scores', attempt)).status).toBe(202);
    ids.push(attempt.attemptId);
  }
  await kit.platform.settled();
  await kit.platform.app.get<Pool>(POOL).query(
    `update read.attempts set completed_at = completed_at + array_position($1::uuid[], attempt_id) * interval '1 minute'
       where attempt_id = any ($1)`,
    [ids],
  );
  return ids;
}

async function decide(version: number, change: CellDecisionChange, reason: string): Promise<string> {
  const cell = { decisionId: randomUUID(), userId: kit.student.userId, scenarioId, version };
  const answer = await kit.instructor.post(`/sessions/${kit.session.id}/decisions`, { cells: [cell], change, reason });
  expect(answer.status).toBe(204);
  return cell.decisionId;
}

const list = () => `/scores/session/${kit.session.id}/all`;
async function exported(query = '', client: TestClient = kit.instructor, includesFailed = true) {
  await kit.platform.settled();
  const url = `${kit.platform.url}/api${list()}/csv?includeFailedScores=${includesFailed}${query}`;
  const text = await (await fetch(url, { headers: { 'x-auth-token': client.token } })).text();
  const [titles, ...rows] = parseCsv(text).lines.map(({ cells }) => cells);
  const records = rows.map((row) => Object.fromEntries(titles!.map((title, index) => [title.trim(), row[index]])));
  return { text, titles, records };
}
async function aboutAttempts(scope: string, layout: 'list' | 'grid'): Promise<unknown> {
  const url = `${kit.platform.url}/api/scores/session/${scope}/all/csv?format=xlsx&layout=${layout}`;
  const answer = await fetch(url, { headers: { 'x-auth-token': kit.instructor.token } });
  const [, about] = await readWorkbook(Buffer.from(await answer.arrayBuffer()));
  return (Object.fromEntries(about!.data) as Record<string, unknown>)['Attempts'];
}
const scorecards = async () => {
  await kit.platform.settled();
  return (await kit.instructor.get<Scorecard[]>(`${list()}?includeFailedScores=true`)).body;
};
const best = async () => {
  const { body } = await kit.student.get<OwnResults>('/users/me/results');
  const ofClass = body.classes.find(({ session }) => session?.id === kit.session.id);
  return ofClass?.scenarios[0]?.attempts.filter(({ best }) => best).map(({ attemptId }) => attemptId);
};

it('exports the points before decisions and the reasons in force as the last columns, for staff only', async () => {
  await play(700, 875.5);
  const set = await decide(0, POINTS, '=1+1');
  await decide(1, { kind: 'Comment' }, 'Well flown.');
  const { text, titles, records } = await exported();
  expect(titles!.slice(-2)).toEqual(['Original', 'Reason']);
  expect(text).toContain(`,875.5,"'=1+1; Well flown."\r\n`);
  expect(records).toMatchObject([{ Total: '900', Max: '1000', Percent: '90', Original: '875.5' }]);
  expect((await exported('', kit.student)).titles).not.toContain('Reason');
  // A history shows each attempt with its own points.
  const history = (await exported('&attempts=all')).records;
  expect(history.map(({ Total, Original }) => [Total, Original]).toSorted()).toEqual([
    ['700', ''],
    ['875.5', ''],
  ]);
  await kit.instructor.delete(`/sessions/${kit.session.id}/decisions/${set}`);
  expect((await exported()).records).toMatchObject([{ Total: '875.5', Original: '', Reason: 'Well flown.' }]);
});

it('exports the points before regrades, and the reasons of the regrades that changed them', async () => {
  await play(700);
  const regrade: RegradeRequest = {
    sessionId: null,
    scenarioId,
    questionText: null,
    change: { kind: 'FullMarks' },
    neverLower: true,
    reason: 'Too hard.',
  };
  const path = `/groups/${kit.course.id}/regrades/${randomUUID()}`;
  expect((await kit.instructor.put(path, regrade)).status).toBe(204);
  expect((await exported()).records).toMatchObject([{ Total: '1000', Original: '700', Reason: 'Too hard.' }]);
});

it('shows set points instead of those of the attempt, and nothing of excused students', async () => {
  const [attemptId] = await play(700);
  await decide(0, POINTS, 'Repaired.');
  expect(await scorecards()).toMatchObject([{ attemptId, totalScore: 900, maxTotalScore: 1_000 }]);
  const excused = await decide(1, { kind: 'Excused' }, 'Ill.');
  expect(await scorecards()).toEqual([]);
  expect((await exported()).records).toEqual([]);
  expect(await best()).toEqual([]);
  await kit.instructor.delete(`/sessions/${kit.session.id}/decisions/${excused}`);
  expect(await scorecards()).toMatchObject([{ attemptId, totalScore: 900 }]);
});

it('shows the last attempt where the course counts it, and otherwise the best one', async () => {
  const [first, last] = await play(800, 300);
  for (const [attempts, attemptId, total] of [
    ['Last', last, 300],
    ['Average', first, 800],
    ['Best', first, 800],
  ] as const) {
    const answer = await kit.instructor.put(`/groups/${kit.course.id}/grading`, { ...DEFAULT_GRADING, attempts });
    expect(answer.status).toBe(200);
    expect(await scorecards()).toMatchObject([{ attemptId, totalScore: total }]);
    expect((await exported()).records).toMatchObject([{ Total: String(total) }]);
    expect(await best()).toEqual([attemptId]);
  }
});

it('shows no earlier attempt instead of a failed last one that counts', async () => {
  await play(800, 300);
  const grade = (attempts: AttemptPolicy) =>
    kit.instructor.put(`/groups/${kit.course.id}/grading`, { ...DEFAULT_GRADING, attempts, passMark: 50 });
  const shown = async (query: string) => {
    await kit.platform.settled();
    const { body, headers } = await kit.instructor.get<Scorecard[]>(`${list()}?${query}`);
    return { totals: body.map(({ totalScore }) => totalScore), count: headers.get('x-total-count') };
  };
  await grade('Last');
  expect(await shown('')).toEqual({ totals: [], count: '0' });
  expect(await shown('includeFailedScores=true')).toEqual({ totals: [300], count: '1' });
  expect(await shown('attempts=all')).toEqual({ totals: [800], count: '1' });
  expect((await exported('', kit.instructor, false)).records).toEqual([]);
  await decide(0, POINTS, 'Repaired.');
  expect(await shown('')).toEqual({ totals: [900], count: '1' });
  expect((await exported('', kit.instructor, false)).records).toMatchObject([{ Total: '900' }]);
  await grade('Best');
  expect(await shown('limit=1&offset=1')).toEqual({ totals: [], count: '1' });
});

it.each([
  ['Best', 'Best attempt of each scenario', 'Best attempt of each scenario'],
  ['Last', 'Last attempt of each scenario', 'Last attempt of each scenario'],
  ['Average', 'Best attempt of each scenario; the average of all counts', 'Average of all attempts of each scenario'],
] as const)('names the policy %s in the description of exports', async (attempts, list, grid) => {
  await kit.instructor.put(`/groups/${kit.course.id}/grading`, { ...DEFAULT_GRADING, attempts });
  await kit.platform.settled();
  expect(await aboutAttempts(kit.session.id, 'list')).toBe(list);
  expect(await aboutAttempts(kit.session.id, 'grid')).toBe(grid);
  expect(await aboutAttempts('all', 'list')).toBe('Best or last attempt of each scenario, as each course counts');
});

it('decides by the pass mark of the course which results are failed, and by set points', async () => {
  const [low, high] = await play(500, 800);
  const passed = async (query: string) => {
    await kit.platform.settled();
    const { body } = await kit.instructor.get<Scorecard[]>(`${list()}?${query}`);
    return body.map((card) => [card.attemptId, card.passed]).toSorted();
  };
  const grade = (passMark: number | null) =>
    kit.instructor.put(`/groups/${kit.course.id}/grading`, { ...DEFAULT_GRADING, passMark });
  await grade(80);
  expect(await passed('')).toEqual([[high, true]]);
  expect(await passed('attempts=all&includeFailedScores=true')).toEqual(
    [
      [low, false],
      [high, true],
    ].toSorted(),
  );
  await grade(81);
  expect(await passed('')).toEqual([]);
  expect((await exported()).records).toMatchObject([{ Total: '800', Passed: 'no' }]);
  await decide(0, POINTS, 'Repaired.');
  expect(await passed('')).toEqual([[high, true]]);
  await grade(null);
  await decide(1, { ...POINTS, passed: false }, 'Copied.');
  expect(await passed('')).toEqual([]);
  expect(await passed('includeFailedScores=true')).toEqual([[high, false]]);
  expect((await exported()).records).toMatchObject([{ Total: '900', Passed: 'no' }]);
});
