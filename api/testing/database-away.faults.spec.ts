import { setTimeout as delay } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { Gradebook } from '../contracts/gradebook.contract.js';
import { gradebookRows } from '../contracts/gradebook-rows.rule.js';
import type { ClassSession, Group } from '../contracts/group.contract.js';
import { LIVE_NAMESPACE, type LiveChanges, type WatchReply } from '../contracts/live.contract.js';
import { attemptStream } from '../features/scores/score.stream.js';
import { figure } from '../../infra/bench/figure.js';
import { prove } from '../../infra/faults/testing/fault.js';
import { Hints } from '../platform/database/hints.js';
import { withClient } from '../platform/database/postgres-roles.js';
import type { TestDatabase } from '../platform/database/testing/test-database.js';
import { LOG_START } from '../platform/eventsourcing/message.js';
import { onPostgres } from '../platform/eventsourcing/testing/on-postgres.js';
import { LOG_CHANNEL } from '../platform/database/wake-ups.js';
import { type TestResponse, sendRequest, type TestRequest } from '../platform/http/testing/send-request.js';
import { FaultProxy } from './fault-proxy.js';
import { competeScenario, sampleAttempt } from './sample-attempt.js';
import { TestClient } from './test-client.js';
import { TestPlatform } from './test-platform.js';

/** The client times out after 5 s. */
const PATIENCE_MS = 5_000;
const RECOVERY_MS = 30_000;

let database: TestDatabase;
let proxy: FaultProxy;
let platform: TestPlatform;
let instructor: TestClient;
let student: TestClient;
let course: Group;
let session: ClassSession;
let socket: Socket;
const rowsSeen = new Set<string>();
let longestMs = 0;

beforeAll(async () => {
  platform = await TestPlatform.start({}, async (made) => {
    database = made;
    proxy = await FaultProxy.start(made.appUrl);
    return { adminUrl: proxy.through(made.adminUrl), appUrl: proxy.through(made.appUrl) };
  });
  const organization = await platform.organization();
  instructor = await platform.person('Instructor', organization);
  student = await platform.person('User', organization);
  course = await platform.course(instructor, organization);
  session = (await instructor.put<ClassSession>(`/groups/${course.id}/activesession`)).body;
  await student.post('/groups/join', { code: course.password });
  await platform.settled();
  socket = io(platform.url + LIVE_NAMESPACE, { transports: ['websocket'], auth: { token: instructor.token } });
  socket.on('changes', noteRows);
  socket.on('connect', watch);
  // A node disconnects its watchers while it cannot read changes. Like a page, this one connects and watches again.
  for (const event of ['disconnect', 'connect_error']) socket.on(event, () => setTimeout(() => socket.connect(), 500));
});
afterAll(async () => {
  socket.removeAllListeners();
  socket.disconnect();
  await proxy.heal();
  await platform.stop();
  await proxy.close();
});

function watch(): void {
  socket.emit('watch', { topic: 'gradebook', id: session.id }, (reply: WatchReply<{ total?: number }>) => {
    if (reply.ok) noteRows(reply);
    else setTimeout(watch, 500);
  });
}

function noteRows({ rows }: Pick<LiveChanges<{ total?: number }>, 'rows'>): void {
  for (const { value } of rows) if (value?.total !== undefined) rowsSeen.add(String(value.total));
}

const eventually = async <T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> => {
  const deadline = Date.now() + RECOVERY_MS;
  while (Date.now() < deadline) {
    const found = await look().catch(() => undefined);
    if (found !== undefined && found !== false) return found;
    await delay(100);
  }
  throw new Error(`${what} did not happen within ${RECOVERY_MS} ms`);
};

const json = (method: string, url: string, body: unknown, token = instructor.token): TestRequest => ({
  method,
  url,
  headers: { 'x-auth-token': token, 'content-type': 'application/json' },
  payload: JSON.stringify(body),
});

/** Every kind of request, sent as the instructor unless it is the player's. */
function questions(): TestRequest[] {
  const get = (url: string): TestRequest => ({ url, headers: { 'x-auth-token': instructor.token } });
  return [
    json('POST', '/api/auth/session', { username: 'root.admin', password: 'wrong_password_1#' }, ''),
    json('POST', '/api/auth/session/token', instructor.refreshToken, ''),
    json('POST', '/api/scores', sampleAttempt(session.id), student.token),
    json('POST', '/api/scores', sampleAttempt(null), student.token),
    json('POST', '/api/groups/join', { code: course.password }, student.token),
    json('PUT', `/api/groups/${course.id}/scheduledsession`, { scheduledStartDate: null }),
    get('/api/auth/session/roles'),
    get(`/api/users/${instructor.userId}`),
    get('/api/users/me/groups'),
    get('/api/groups'),
    get(`/api/groups/${course.id}`),
    get(`/api/sessions/${session.id}`),
    get(`/api/sessions/${session.id}/gradebook`),
    get(`/api/sessions/${session.id}/members`),
    get(`/api/scores/session/${session.id}/all`),
    get(`/api/scores/leaderboard/${session.id}/all`),
  ];
}

const answersWithinPatience = (
  asked: readonly TestRequest[],
): Promise<(TestResponse & { ms: number; url: string })[]> =>
  Promise.all(
    asked.map(async (question) => {
      const began = performance.now();
      const answer = await sendRequest(platform.app, question);
      const ms = performance.now() - began;
      longestMs = Math.max(longestMs, ms);
      return { ...answer, url: question.url, ms };
    }),
  );

async function expectUnavailable(): Promise<void> {
  // Recently cached data may still answer for a moment.
  await eventually('the expiry of cached data', async () => {
    const { statusCode } = await sendRequest(platform.app, questions()[6]!);
    return statusCode === 503;
  });
  for (let round = 1; round <= 2; round += 1) {
    const answers = await answersWithinPatience(questions());
    for (const { url, ms, statusCode, headers, body } of answers) {
      expect({ url, statusCode, body }).toMatchObject({ statusCode: 503 });
      expect(JSON.parse(body)).toMatchObject({ status: 503, code: 'UNAVAILABLE', title: expect.any(String) as string });
      expect(headers['content-type']).toContain('application/problem+json');
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(ms).toBeLessThan(PATIENCE_MS);
    }
  }
  const alive = await answersWithinPatience([
    { url: '/health/live' },
    { url: '/health/ready' },
    { url: '/config.json' },
  ]);
  expect(alive.map(({ statusCode }) => statusCode)).toEqual([200, 503, 200]);
  for (const { ms } of alive) expect(ms).toBeLessThan(PATIENCE_MS);
  const forged = await answersWithinPatience([{ url: '/api/groups', headers: { 'x-auth-token': 'a.b.c' } }]);
  expect(forged[0]!.statusCode).toBe(401);
}

/** Checks that everything works again: sign-in, a score, the gradebook, the socket, the hints. */
async function expectRecovered(total: number): Promise<void> {
  await eventually('a sign-in', async () => platform.admin());
  const attempt = sampleAttempt(session.id, competeScenario, { totalScore: total });
  await eventually('a score', async () => (await student.post('/scores', attempt)).status < 300);
  await eventually('the score in the gradebook', async () => {
    const { body } = await instructor.get<Gradebook>(`/sessions/${session.id}/gradebook`);
    return gradebookRows(body).some(({ value }) => value?.kind === 'cell' && value.total === total);
  });
  await eventually('the score on the socket', async () => rowsSeen.has(String(total)));
  await eventually(
    'readiness',
    async () => (await sendRequest(platform.app, { url: '/health/ready' })).statusCode === 200,
  );
  const hints = platform.app.get(Hints);
  await eventually('a hint from another process', async () => {
    const seen = hints.count(LOG_CHANNEL);
    await direct(`select pg_notify('${LOG_CHANNEL}', '')`);
    await delay(50);
    return hints.count(LOG_CHANNEL) > seen;
  });
  expect(await versionsOf(attempt.attemptId)).toEqual([0]);
}

/** Reaches the database without the proxy. */
const direct = async (text: string, values: unknown[] = []) =>
  (await withClient(database.superuserUrl, (client) => client.query(text, values))).rows as Record<string, unknown>[];

const versionsOf = async (attemptId: string): Promise<number[]> =>
  (await platform.store.readStream(attemptStream.name(attemptId))).map(({ version }) => version);

it('answers 503 while connections are refused, and recovers when they succeed', async () => {
  await proxy.refuse();
  await expectUnavailable();
  await proxy.heal();
  await expectRecovered(901);
}, 120_000);

it('answers 503 while the database is silent, and recovers when it answers new connections', async () => {
  proxy.silence();
  await expectUnavailable();
  await proxy.heal();
  await expectRecovered(902);
}, 120_000);

onPostgres('loses and doubles nothing when a response is lost and the attempt is sent again', async () => {
  const attempt = sampleAttempt(session.id, competeScenario, { totalScore: 903 });
  const submit = (body: unknown) => sendRequest(platform.app, json('POST', '/api/scores', body, student.token));
  // Rights and roster are cached now; only the append itself needs the database.
  expect((await submit(sampleAttempt(session.id))).statusCode).toBe(202);
  proxy.mute();
  expect((await submit(attempt)).json()).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
  const stored = await direct('select version from log.events where stream = $1', [
    attemptStream.name(attempt.attemptId),
  ]);
  expect(stored).toEqual([{ version: 0 }]);
  await proxy.heal();
  const repeated = await eventually('an answer', async () => {
    const answer = await submit(attempt);
    return answer.statusCode === 200 && answer;
  });
  expect(repeated.json()).toEqual({ attemptId: attempt.attemptId, version: 0, level: 'Reported' });
  expect(await versionsOf(attempt.attemptId)).toEqual([0]);
  await eventually('the score on the socket', async () => rowsSeen.has('903'));
});

it('has doubled none of the attempts that were sent during the outage', async () => {
  const events = await platform.store.readAll(LOG_START).next(10_000);
  const streams = events.filter(({ type }) => type === 'ScoreSubmitted').map(({ stream }) => stream);
  expect(streams.length).toBeGreaterThanOrEqual(2);
  prove('the database refuses connections, is silent, or loses its responses', [
    figure('longest response', longestMs / 1_000, 's', { atMost: PATIENCE_MS / 1_000 }),
    figure('doubled', streams.length - new Set(streams).size, 'scores', { atMost: 0 }),
  ]);
});
