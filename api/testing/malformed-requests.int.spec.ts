import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { io, type Socket } from 'socket.io-client';
import type { Pool } from 'pg';
import { projections } from '../app.module.js';
import type { ClassSession } from '../contracts/group.contract.js';
import type { Scorecard } from '../contracts/score.contract.js';
import { verifyProjections } from '../platform/eventsourcing/projecting/verify.js';
import { POOL } from '../platform/database/pool.js';
import { sendRequest, type TestRequest } from '../platform/http/testing/send-request.js';
import { connected } from '../platform/live/testing/live-client.js';
import { ReadinessChecks } from '../platform/ops/readiness-checks.js';
import { type Frame, malformedFrame, UNREADABLE_MESSAGES } from './malformed-frames.js';
import { type Material, malformedRequest } from './malformed.js';
import { faultOf } from './malformed-answers.js';
import { seed } from './seed.js';
import { validBodies } from './valid-bodies.js';
import { routesOf } from './routes-of.js';
import { competeScenario, sampleAttempt } from './sample-attempt.js';
import { TestClient } from './test-client.js';
import { TestPlatform } from './test-platform.js';

const REQUESTS = 2_000;
const AT_ONCE = 16;

let platform: TestPlatform;
let student: TestClient;
let instructor: TestClient;
let session: ClassSession;
let material: Material;

beforeAll(async () => {
  platform = await TestPlatform.start();
  const organization = await platform.organization();
  instructor = await platform.person('Instructor', organization);
  student = await platform.person('User', organization);
  const [admin, orgAdmin] = [await platform.admin(), await platform.person('OrganizationAdmin', organization)];
  // Administrators request everything, with existing ids: this student may be disabled or deleted, the others continue to play.
  const elsewhere = await platform.organization();
  const bystander = await platform.person('User', elsewhere);
  const course = await platform.course(instructor, organization);
  session = (await instructor.put<ClassSession>(`/groups/${course.id}/activesession`)).body;
  await student.post('/groups/join', { code: course.password });
  await platform.settled();
  material = {
    routes: routesOf(platform.app),
    bodies: validBodies(session.id, course.password),
    ids: [
      course.id,
      session.id,
      elsewhere,
      bystander.userId,
      competeScenario.scenarioId,
      '0198c0de-ffff-7000-8000-000000000000',
    ],
    tokens: [student.token, student.token, instructor.token, admin.token, orgAdmin.token],
  };
});
afterAll(() => platform.stop());

async function answerAll(
  questions: readonly TestRequest[],
): Promise<{ statuses: Map<number, number>; faults: unknown[] }> {
  const [left, statuses, faults] = [[...questions], new Map<number, number>(), [] as unknown[]];
  const work = async (): Promise<void> => {
    for (let question = left.pop(); question; question = left.pop()) {
      const answer = await sendRequest(platform.app, question).catch((error: Error) => ({ error: error.message }));
      const fault = 'error' in answer ? answer.error : faultOf(question, answer);
      if ('statusCode' in answer) statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
      if (fault) faults.push({ fault, answer: 'body' in answer && answer.body, question: shortened(question) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { statuses, faults };
}

const shortened = (question: TestRequest): string =>
  JSON.stringify({ ...question, payload: question.payload?.toString().slice(0, 1_000) })
    .replace(/eyJ[^"]{100,}/, 'token')
    .slice(0, 2_000);

it(`answers ${REQUESTS} malformed requests with problem details, none with an internal error (seed ${seed})`, async () => {
  const questions = fc.sample(malformedRequest(material), { numRuns: REQUESTS, seed });
  const { statuses, faults } = await answerAll(questions);
  expect(faults).toEqual([]);
  // Requests that all end at the first check would prove little.
  for (const status of [200, 202, 400, 401, 403, 404, 405, 413, 415]) expect([...statuses.keys()]).toContain(status);
});

it.each([
  ['text that is not HTTP', 'hello\r\n\r\n', 400],
  ['an unknown method', 'FROBNICATE / HTTP/1.1\r\nhost: x\r\n\r\n', 400],
  ['another protocol', 'GET / HTTP/9.9\r\nhost: x\r\n\r\n', 400],
  [
    'two content lengths',
    'POST /api/scores HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
    400,
  ],
  [
    'a content length and chunks',
    'POST /api/scores HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n',
    400,
  ],
  ['a malformed header', 'GET / HTTP/1.1\r\nhost: x\r\nno header at all\r\n\r\n', 400],
  ['NUL in a header', 'GET / HTTP/1.1\r\nhost: x\r\nx-auth-token: a\u0000b\r\n\r\n', 400],
  ['20 kB of headers', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
])('answers %s with problem details', async (_, bytes, status) => {
  const { port } = platform.app.getHttpServer().address() as AddressInfo;
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
  const answer = await text(socket);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer.toLowerCase()).toContain('content-type: application/problem+json');
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
    status,
    title: expect.any(String) as string,
  });
});

describe('sockets', () => {
  const open = async (client: TestClient): Promise<Socket> => {
    const socket = io(`${platform.url}/live`, {
      transports: ['websocket'],
      auth: { token: client.token },
      forceNew: true,
      reconnection: false,
    });
    // Too many connections come from one address here, so rejected clients retry a moment later.
    for (let tries = 1; (await connected(socket)) !== 'connected'; tries += 1) {
      expect(tries).toBeLessThan(30);
      await delay(100);
      socket.connect();
    }
    return socket;
  };
  /**
   * Sends a valid request on a connection that has survived the others, and returns the response. It does not concern the class, which an
   * earlier request may have been valid enough to end.
   */
  const watches = async (client: TestClient): Promise<unknown> => {
    const socket = await open(client);
    try {
      return await socket.timeout(5_000).emitWithAck('watch', { topic: 'banner', id: 'all' });
    } finally {
      socket.disconnect();
    }
  };

  /** Only `watch` is answered; other messages are ignored. */
  const isAnswered = ({ event, args, acknowledged }: Frame): boolean =>
    acknowledged && event === 'watch' && args.length <= 1;

  it(`accept 300 meaningless frames (seed ${seed})`, async () => {
    const frames = fc.sample(malformedFrame([session.id, student.userId]), { numRuns: 300, seed });
    const replies: unknown[] = [];
    // One connection may send twenty per second.
    for (let first = 0; first < frames.length; first += 20) {
      const socket = await open(first % 40 === 0 ? student : instructor);
      const answers = frames.slice(first, first + 20).map(async ({ event, args, acknowledged }) => {
        if (!acknowledged) return socket.emit(event, ...args);
        return isAnswered({ event, args, acknowledged })
          ? socket
              .timeout(5_000)
              .emitWithAck(event, ...args)
              .then((reply) => replies.push(reply))
          : socket.emit(event, ...args, () => undefined);
      });
      await Promise.all(answers);
      socket.disconnect();
    }
    expect(replies).toHaveLength(frames.filter(isAnswered).length);
    expect(replies.filter((reply) => (reply as { code?: string }).code === 'unavailable')).toEqual([]);
    expect(await watches(instructor)).toMatchObject({ ok: true });
  });

  it('survive messages that cannot be parsed', async () => {
    for (const message of UNREADABLE_MESSAGES) {
      const socket = await open(student);
      const { engine } = socket.io;
      (engine.transport as unknown as { ws: { send(data: string): void } }).ws.send(message);
      // Whatever happened to that connection, the next one is served.
      expect(await watches(student)).toMatchObject({ ok: true });
      socket.disconnect();
    }
  });
});

it('leaves no damage: read models match the log, nothing is parked, users can continue to work', async () => {
  await platform.settled();
  const { checks, ready } = await platform.app.get(ReadinessChecks).report();
  expect({ checks, ready }).toMatchObject({ ready: true, checks: { projections: { status: 'up' } } });
  const verdicts = await verifyProjections(platform.app.get<Pool>(POOL), platform.store, projections);
  expect(verdicts.filter(({ same }) => !same)).toEqual([]);
  const attempt = sampleAttempt(null);
  expect((await student.post('/scores', attempt)).status).toBe(202);
  await platform.settled();
  const { body } = await student.get<Scorecard[]>('/scores/session/all/all?attempts=all');
  expect(body.map((card) => card.attemptId)).toContain(attempt.attemptId);
});
