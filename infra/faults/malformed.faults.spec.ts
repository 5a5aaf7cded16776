import fc from 'fast-check';
import type { Group } from '../../api/contracts/group.contract.js';
import { type TestResponse, sendRequestTo, type TestRequest } from '../../api/platform/http/testing/send-request.js';
import { closeAll, connected, openLive, watch } from '../../api/platform/live/testing/live-client.js';
import { type Frame, malformedFrame } from '../../api/testing/malformed-frames.js';
import { faultOf } from '../../api/testing/malformed-answers.js';
import { type Material, malformedRequest } from '../../api/testing/malformed.js';
import { competeScenario } from '../../api/testing/sample-attempt.js';
import { seed } from '../../api/testing/seed.js';
import { validBodies } from '../../api/testing/valid-bodies.js';
import { POLICIES } from '../../api/testing/tenant-matrix/policy.js';
import { TestClient } from '../../api/testing/test-client.js';
import { until } from '../../api/testing/until.js';
import { type Figure, figure } from '../bench/figure.js';
import type { PreparedClass } from '../simulate/prepare-class.js';
import type { Breakage } from './testing/broken-build.js';
import { fault } from './testing/fault.js';
import { Stage } from './testing/stage.js';
import type { StageNode } from './testing/stage-node.js';
import { queryNumber } from './testing/under-fault.js';

const REQUESTS = 10_000;
const FRAMES = 2_000;
/** Enough requests for a control to fail. */
const FEW_REQUESTS = 1_000;
const FEW_FRAMES = 60;
/** Number of parallel requests. Some of them are large. */
const AT_ONCE = 16;
/** Requests between two measurements of memory. */
const A_ROUND = 500;
/** Messages per second that one connection may send. */
const FRAMES_A_CONNECTION = 20;
/** Memory is measured from here on. Before, it grows to its working size. */
const WARM_AFTER = 0.4;
const MAX_GROWTH_MB = 40;

const withoutPipe: Breakage = {
  file: 'api/platform/http/http-application.js',
  from: 'app.useGlobalPipes(new ValidationPipe());',
  to: '',
};
const acceptsAnyWatch: Breakage = {
  file: 'api/platform/live/live.gateway.js',
  from: 'const request = WatchRequest.safeParse(body);',
  to: 'const request = { success: true, data: body };',
};

let stage: Stage;
let node: StageNode;
let played: PreparedClass;
let material: Material;

beforeAll(async () => {
  stage = await Stage.open();
  node = await stage.node('all');
  await node.start();
  played = await stage.class(node.url, 2);
  material = await materialOf(played);
}, 120_000);
afterEach(closeAll);
afterAll(() => stage?.close(), 60_000);

/** Administrators request everything, with existing ids: the second student may be disabled or deleted. */
async function materialOf({ instructor, students, sessionId }: PreparedClass): Promise<Material> {
  const [course] = await instructor.get<Group[]>('/api/groups');
  const signIn = async (role: 'SystemAdmin' | 'OrganizationAdmin'): Promise<string> => {
    const { username, password } = await stage.account(role);
    return (await TestClient.signIn(node.url, username, password)).token;
  };
  const student = await students[0]!.token();
  const routes = Object.keys(POLICIES).map((route) => {
    const [method, path] = route.split(' ') as [string, string];
    return { method, path: `/api${path}` };
  });
  return {
    routes: [...routes, { method: 'GET', path: '/config.json' }, { method: 'GET', path: '/health/ready' }],
    bodies: validBodies(sessionId, course!.password),
    ids: [
      course!.id,
      sessionId,
      students[1]!.userId,
      competeScenario.scenarioId,
      '0198c0de-ffff-7000-8000-000000000000',
    ],
    tokens: [
      student,
      student,
      await instructor.token(),
      await signIn('SystemAdmin'),
      await signIn('OrganizationAdmin'),
    ],
  };
}

/** Returns the growth of memory after the warm-up. */
class Growth {
  private atFirst: number | undefined;
  private latest = 0;

  async look(done: number): Promise<void> {
    // A process that has exited has no memory; its exit is another figure.
    this.latest = await node.memory().catch(() => this.latest);
    if (done >= WARM_AFTER) this.atFirst ??= this.latest;
  }

  figure(): Figure {
    return figure('memory grew by', this.latest - (this.atFirst ?? this.latest), 'MB', { atMost: MAX_GROWTH_MB });
  }
}

fault(
  `${REQUESTS.toLocaleString('en')} malformed requests (seed ${seed})`,
  () => requests(REQUESTS),
  {
    name: 'requests are not validated',
    measure: () => stage.insteadOf(node, [withoutPipe], () => requests(FEW_REQUESTS)),
  },
  300_000,
);

async function requests(count: number): Promise<Figure[]> {
  const { pid } = node;
  const [growth, refused] = [new Growth(), [] as string[]];
  const seen = { serverErrors: 0, incomplete: 0, unanswered: 0, longestMs: 0 };
  const send = async (request: TestRequest): Promise<void> => {
    const began = performance.now();
    const answer = await sendRequestTo(node.port, request).catch(() => undefined);
    seen.longestMs = Math.max(seen.longestMs, performance.now() - began);
    const wrong = answer && faultOf(request, answer);
    if (!answer) seen.unanswered += 1;
    else if (wrong === 'server error') seen.serverErrors += 1;
    else if (wrong) seen.incomplete += 1;
    // A request that timed out may have been executed.
    if (answer && answer.statusCode >= 400 && answer.statusCode !== 503) refused.push(requestIdOf(answer));
  };
  for (let done = 0; done < count; done += A_ROUND) {
    const left = fc.sample(malformedRequest(material), { numRuns: A_ROUND, seed: seed + done });
    const work = async (): Promise<void> => {
      for (let request = left.pop(); request; request = left.pop()) await send(request);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await growth.look((done + A_ROUND) / count);
  }
  const alive = node.pid === pid && (await isAlive());
  return [
    figure('refused', refused.length, `of ${count}`),
    figure('5xx other than 503 with Retry-After', seen.serverErrors, 'requests', { atMost: 0 }),
    figure('refused without problem details', seen.incomplete, 'requests', { atMost: 0 }),
    figure('without a response', seen.unanswered, 'requests', { atMost: 0 }),
    figure('longest response', seen.longestMs / 1_000, 's', { atMost: 5 }),
    figure('events written by refused requests', await queryNumber(stage.databaseUrl, WRITTEN, [refused]), 'events', {
      atMost: 0,
    }),
    figure('processes alive', alive ? 1 : 0, 'of 1', { atLeast: 1 }),
    growth.figure(),
  ];
}

const isAlive = (): Promise<boolean> =>
  fetch(`${node.url}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );

const requestIdOf = ({ headers }: TestResponse): string => String(headers['x-request-id']);

/** Wrong passwords are rejected and must be recorded. */
const WRITTEN = `
  select count(*) as n from log.events
  where metadata ->> 'requestId' = any ($1::text[]) and type not in ('SignInLocked', 'RefreshTokenReused')`;

fault(
  `${FRAMES.toLocaleString('en')} malformed socket frames (seed ${seed})`,
  () => sendFrames(malformedFrames()),
  {
    name: 'watch requests are not validated',
    measure: () =>
      stage.insteadOf(node, [acceptsAnyWatch], () =>
        sendFrames(malformedFrames().filter(isAnswered).slice(0, FEW_FRAMES)),
      ),
  },
  300_000,
);

const malformedFrames = (): Frame[] =>
  fc.sample(malformedFrame([played.sessionId, played.students[0]!.userId]), { numRuns: FRAMES, seed });

async function sendFrames(frames: readonly Frame[]): Promise<Figure[]> {
  const growth = new Growth();
  const before = await queryNumber(stage.databaseUrl, NEWEST);
  const seen = { sent: 0, answered: 0, unavailable: 0 };
  for (let first = 0; first < frames.length; first += FRAMES_A_CONNECTION) {
    const { socket } = await open();
    const sent = frames.slice(first, first + FRAMES_A_CONNECTION).map(async (frame) => {
      const { event, args } = frame;
      if (!isAnswered(frame)) return void socket.emit(event, ...args);
      seen.sent += 1;
      const reply = (await socket
        .timeout(5_000)
        .emitWithAck(event, ...args)
        .catch(() => undefined)) as { code?: string } | undefined;
      if (reply) seen.answered += 1;
      if (reply?.code === 'unavailable') seen.unavailable += 1;
    });
    await Promise.all(sent);
    socket.disconnect();
    await growth.look((first + FRAMES_A_CONNECTION) / frames.length);
  }
  const { socket } = await open();
  // Not the class: an earlier request may have been valid and deleted its course.
  const { ok } = await watch(socket, { topic: 'banner', id: 'all' });
  return [
    figure('without a reply within 5 s', seen.sent - seen.answered, `of ${seen.sent}`, { atMost: 0 }),
    figure('answered as unavailable', seen.unavailable, 'frames', { atMost: 0 }),
    figure('valid requests answered afterwards', ok ? 1 : 0, 'of 1', { atLeast: 1 }),
    figure('events written', (await queryNumber(stage.databaseUrl, NEWEST)) - before, 'events', { atMost: 0 }),
    growth.figure(),
  ];
}

const NEWEST = 'select count(*) as n from log.events';

/** Only `watch` is answered; other messages are ignored. */
const isAnswered = ({ event, args, acknowledged }: Frame): boolean =>
  acknowledged && event === 'watch' && args.length <= 1;

/** Retries as often as necessary, because too many requests come from one address here. */
async function open() {
  const live = openLive(node.url, await played.instructor.token());
  let verdict = await connected(live.socket);
  await until(async () => {
    if (verdict === 'connected') return true;
    const next = connected(live.socket);
    live.socket.connect();
    verdict = await next;
    return false;
  });
  return live;
}
