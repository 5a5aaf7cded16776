import { randomUUID } from 'node:crypto';
import type { ClassSession, Group } from '../contracts/group.contract.js';
import type { Scorecard, SubmitScoreRequest } from '../contracts/score.contract.js';
import { attemptStream } from '../features/scores/score.stream.js';
import { ReadinessChecks } from '../platform/ops/readiness-checks.js';
import { competeScenario, quizScenario, sampleAttempt } from './sample-attempt.js';
import { TestClient } from './test-client.js';
import { TestPlatform } from './test-platform.js';

let platform: TestPlatform;
let instructor: TestClient;
let student: TestClient;
let course: Group;
let session: ClassSession;

beforeAll(async () => {
  platform = await TestPlatform.start();
  const organization = await platform.organization();
  instructor = await platform.person('Instructor', organization);
  student = await platform.person('User', organization);
  ({ course, session } = await platform.runningClass(instructor, organization, [student]));
});
afterAll(() => platform.stop());

const parked = async (): Promise<unknown> => {
  await platform.settled();
  return (await platform.app.get(ReadinessChecks).report()).checks['projections'];
};

describe('text that PostgreSQL cannot store', () => {
  const withText = (text: string): SubmitScoreRequest => {
    const attempt = sampleAttempt(null, quizScenario);
    const [first, ...rest] = attempt.questionScorecards;
    const answerScorecards = [...first!.answerScorecards, { answerText: text, answered: false, correct: false }];
    return { ...attempt, questionScorecards: [{ ...first!, answerScorecards }, ...rest] };
  };

  it.each([
    ['NUL', 'a\u0000b'],
    ['the first half of a character', 'a\ud83d'],
    ['the second half of a character', '\udef0b'],
  ])('is rejected: %s', async (_, text) => {
    const refused = await student.post('/scores', withText(text));
    expect(refused.problem).toMatchObject({ status: 400, code: 'MALFORMED_REQUEST' });
  });

  it('is rejected before it joins other attempts in one statement', async () => {
    const bad = Array.from({ length: 5 }, () => student.post('/scores', withText('\ud83d')));
    const good = Array.from({ length: 5 }, () => student.post('/scores', withText('🛰')));
    expect((await Promise.all(bad)).map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    expect((await Promise.all(good)).map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
  });
});

describe('dates outside the supported range', () => {
  it.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59'])(
    '%s is refused, and nothing is parked',
    async (moment) => {
      const changes = { startedAt: '1970-01-01T00:00:00Z', completedAt: moment };
      const attempt = sampleAttempt(null, competeScenario, moment < '1970' ? { startedAt: moment } : changes);
      expect((await student.post('/scores', attempt)).problem).toMatchObject({
        status: 400,
        code: 'VALIDATION_FAILED',
      });
      const refused = await instructor.put(`/groups/${course.id}/enddate`, { newEndDate: moment, isImmediate: false });
      expect(refused.problem).toMatchObject({ status: 400, errors: { NewEndDate: [expect.any(String)] as unknown } });
      expect(await parked()).toEqual({ status: 'up' });
    },
  );
});

describe('ids in upper case equal ids in lower case', () => {
  it('of an attempt and its class: stored once, shown in the class', async () => {
    const attempt = sampleAttempt(session.id);
    const shouted = {
      ...attempt,
      attemptId: attempt.attemptId.toUpperCase(),
      sessionId: session.id.toUpperCase(),
      scenarioId: attempt.scenarioId.toUpperCase(),
    };
    expect((await student.post('/scores', shouted)).body).toEqual({
      attemptId: attempt.attemptId,
      version: 0,
      level: 'Reported',
    });
    expect((await student.post('/scores', attempt)).status).toBe(200);
    expect(await platform.store.readStream(attemptStream.name(attempt.attemptId))).toHaveLength(1);
    expect(await platform.store.readStream(attemptStream.name(shouted.attemptId))).toHaveLength(0);
    await platform.settled();
    const { body } = await instructor.get<Scorecard[]>(`/scores/session/${session.id.toUpperCase()}/all`);
    expect(body.map((card) => card.attemptId)).toContain(attempt.attemptId);
  });

  it('of a course: ends its running class', async () => {
    const shouted = `/groups/${course.id.toUpperCase()}/activesession`;
    expect((await instructor.get<ClassSession>(shouted)).body).toMatchObject({ id: session.id });
    expect((await instructor.delete<ClassSession>(shouted)).body).toMatchObject({ id: session.id });
    expect(await platform.store.readStream(`course-${course.id.toUpperCase()}`)).toEqual([]);
    session = (await instructor.put<ClassSession>(shouted)).body;
    expect(session.groupId).toBe(course.id);
  });
});

it("rejects query names that would reach the object's prototype", async () => {
  for (const name of ['__proto__', 'constructor', 'prototype']) {
    const { problem } = await student.get(`/scores/session/all/all?${name}=1`);
    expect(problem).toMatchObject({ status: 400, code: 'MALFORMED_REQUEST' });
  }
});

it('does not wait for a position that the log never had, and does not treat the projector as stuck', async () => {
  const began = performance.now();
  for (let request = 0; request < 20; request += 1) {
    const { status, headers } = await student.get('/users/me/groups', { 'x-read-after': '999999999.9999999.9999999' });
    expect([status, headers.get('x-stale')]).toEqual([200, 'true']);
  }
  expect(performance.now() - began).toBeLessThan(10_000);
});

describe('unknown ids', () => {
  it.each([
    ['a class', `/sessions/${randomUUID()}`, 404],
    ['a gradebook', `/sessions/${randomUUID()}/gradebook`, 404],
    ['a roster', `/sessions/${randomUUID()}/members`, 404],
    ['a course', `/groups/${randomUUID()}`, 404],
    ['the course of a class', `/groups/competitions/${randomUUID()}`, 404],
    ['a person', `/users/${randomUUID()}`, 404],
    ['the scores of a class', `/scores/session/${randomUUID()}/all`, 404],
    ['the board of a class', `/scores/leaderboard/${randomUUID()}/all`, 404],
    ['the scores of a malformed class id', '/scores/session/none/all', 404],
    ['a malformed course id', '/groups/none', 400],
    ['an unknown path', '/nowhere', 404],
  ])('%s', async (_, path, status) => {
    const { problem, headers } = await instructor.get(path);
    expect(problem).toMatchObject({ status, title: expect.any(String) as string });
    expect(headers.get('content-type')).toContain('application/problem+json');
  });

  it('cannot be changed either', async () => {
    for (const action of ['activesession', 'lastactivesession'] as const) {
      expect((await instructor.put(`/groups/${randomUUID()}/${action}`)).status).toBe(404);
    }
    expect((await instructor.delete(`/groups/${randomUUID()}/activesession`)).status).toBe(404);
  });
});
