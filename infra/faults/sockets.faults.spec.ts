import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { cellKey } from '../../api/contracts/cell-key.rule.js';
import { Hints } from '../../api/platform/database/hints.js';
import { openPool } from '../../api/platform/database/pool.js';
import { PostgresEventStore } from '../../api/platform/eventsourcing/postgres/postgres-event-store.js';
import { closeAll, connected, openLive, watch } from '../../api/platform/live/testing/live-client.js';
import { FaultProxy } from '../../api/testing/fault-proxy.js';
import { sampleAttempt } from '../../api/testing/sample-attempt.js';
import { until } from '../../api/testing/until.js';
import { appendScores } from '../bench/environment/append-scores.js';
import { MAIN } from '../bench/environment/platform-process.js';
import { type Figure, figure } from '../bench/figure.js';
import type { PreparedClass } from '../simulate/prepare-class.js';
import type { Breakage } from './testing/broken-build.js';
import { fault } from './testing/fault.js';
import { countRetryLaterAnswers } from './testing/handshakes.js';
import { PausedReader } from './testing/paused-reader.js';
import { Stage } from './testing/stage.js';
import type { StageNode } from './testing/stage-node.js';
import { Storm, type Visitor } from './testing/storm.js';

const STUDENTS = 30;
const SLOW_READERS = 2;
/** Like a catalogue after many changes: a reply has some 400 kB. */
const SCENARIOS = 50;
/** Each socket requests the whole gradebook this often. The operating system buffers up to 36 MB for a client that does not read. */
const QUESTIONS = 150;
const BETWEEN_QUESTIONS_MS = 100;
const SCORE_EVERY_MS = 200;
const NOTICED_WITHIN_SECONDS = 15;
const STORM = 500;
/** Sockets of one user, and of one address before the login. */
const SOCKETS_EACH = 10;
const SOCKETS_BEFORE_LOGIN = 5;
/** Handshakes from one address, of which 40 per second are admitted. */
const AT_ONCE = 200;
const STORM_PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 50;

const LIMITS = 'api/platform/live/socket-limits.js';
const uncapped: readonly Breakage[] = [
  { file: LIMITS, from: 'MAX_BUFFERED_BYTES = 1_000_000', to: 'MAX_BUFFERED_BYTES = Infinity' },
  { file: LIMITS, from: 'MAX_BUFFERED_PACKETS = 200', to: 'MAX_BUFFERED_PACKETS = Infinity' },
];
const withoutAdmission: readonly Breakage[] = [
  { file: LIMITS, from: 'HANDSHAKES_PER_SECOND = 100', to: 'HANDSHAKES_PER_SECOND = Infinity' },
  { file: LIMITS, from: 'HANDSHAKES_PER_SECOND_AND_ADDRESS = 40', to: 'HANDSHAKES_PER_SECOND_AND_ADDRESS = Infinity' },
];
const doesNotPing: Breakage = {
  file: 'api/platform/live/live.adapter.js',
  from: 'PING_MS = 5_000',
  to: 'PING_MS = 60_000',
};
const neverCutOff: Breakage = {
  file: 'api/platform/live/live-hub.js',
  from: 'CUT_OFF_AFTER_MS = 5_000',
  to: 'CUT_OFF_AFTER_MS = Infinity',
};

let stage: Stage;
/** Measures the unchanged platform, and one without all protections of sockets. */
let node: StageNode;
let unprotected: StageNode;
let brokenMain: string;
let played: PreparedClass;
/** A scenario in which no student has a best attempt yet. */
let cells: { student: PreparedClass['students'][number]; scenario: PreparedClass['scenarios'][number] }[];

beforeAll(async () => {
  stage = await Stage.open();
  const worker = await stage.node('worker', { ROLES: 'worker' });
  await worker.start();
  node = await stage.node('http', { ROLES: 'http', TRUSTED_PROXIES: '1' });
  unprotected = await stage.node('unprotected', { ROLES: 'http', TRUSTED_PROXIES: '1' });
  brokenMain = stage.broken(...uncapped, ...withoutAdmission, doesNotPing);
  await Promise.all([node.start(), unprotected.start(brokenMain)]);
  played = await stage.class(node.url, STUDENTS);
  await fillGradebook();
  const scenarios = played.scenarios.filter(({ scenarioType }) => scenarioType === 'Default');
  cells = played.students.flatMap((student) => scenarios.map((scenario) => ({ student, scenario })));
}, 180_000);
afterEach(closeAll);
afterAll(() => stage?.close(), 60_000);

/** Creates a cell for every student and scenario. */
async function fillGradebook(): Promise<void> {
  const { students, sessionId } = played;
  const [like] = played.scenarios.filter(({ scenarioType }) => scenarioType === 'Default');
  const scenarios = Array.from({ length: SCENARIOS }, () => ({ ...like!, scenarioId: randomUUID() }));
  const pool = openPool(stage.databaseUrl);
  const hints = new Hints(stage.databaseUrl, [], pool);
  const store = new PostgresEventStore(pool, hints);
  await appendScores(store, {
    count: students.length * scenarios.length,
    scenarios,
    userIds: students.map(({ userId }) => userId),
    classOfAttempt: { courseId: randomUUID(), sessionId, organizationId: randomUUID() },
  });
  await store.drain();
  await hints.close();
  await pool.end();
  const { socket } = await open(node.url);
  await until(async () => (await rowsOf(socket)) >= students.length * scenarios.length);
  closeAll();
}

async function open(url: string, address = '192.0.2.1') {
  const live = openLive(url, await played.instructor.token(), { 'x-forwarded-for': address });
  expect(await connected(live.socket)).toBe('connected');
  return live;
}

const gradebook = () => ({ topic: 'gradebook', id: played.sessionId }) as const;
const rowsOf = async (socket: Socket): Promise<number> => {
  const reply = await watch(socket, gradebook());
  return reply.ok ? reply.rows.length : 0;
};

fault('clients that send requests and read nothing', () => slowReaders(node), {
  name: 'buffers are not limited',
  measure: () => slowReaders(unprotected),
});

async function slowReaders(on: StageNode): Promise<Figure[]> {
  const other = await open(on.url);
  // The cost of such requests when their replies are read.
  for (let nth = 0; nth < QUESTIONS / 4; nth += 1) await Promise.all([rowsOf(other.socket), rowsOf(other.socket)]);
  // Uses new connections: on one that was read before, the operating system buffers tens of megabytes.
  const slow = await Promise.all(Array.from({ length: SLOW_READERS }, () => open(on.url)));
  const before = await on.memory();
  const readers = slow.map(({ socket }) => new PausedReader(socket));
  let [peak, isOver] = [before, false];
  const pushed = pushTimes(on, other, () => isOver);
  for (let nth = 0; nth < QUESTIONS; nth += 1) {
    for (const reader of readers) reader.emit('watch', gradebook());
    await pause(BETWEEN_QUESTIONS_MS);
    peak = Math.max(peak, await on.memory());
  }
  const left = (await on.metric('ready_room_sockets', 'signed-in')) - 1;
  isOver = true;
  const times = await pushed;
  for (const reader of readers) reader.resume();
  // A client that reads again in time receives `resync`. A later one has lost its connection, with the same effect.
  const reloadsRequired = (): number =>
    slow.filter(({ socket, resyncs }) => resyncs.length > 0 || !socket.connected).length;
  const givesUpAt = performance.now() + 5_000;
  while (reloadsRequired() < SLOW_READERS && performance.now() < givesUpAt) await pause(LOOK_EVERY_MS);
  return [
    figure('memory grew by', peak - before, 'MB', { atMost: 30 }),
    figure('slow readers still connected', left, `of ${SLOW_READERS}`, { atMost: 0 }),
    figure('slow readers that must load everything again', reloadsRequired(), `of ${SLOW_READERS}`, {
      atLeast: SLOW_READERS,
    }),
    figure('scores pushed to another watcher meanwhile', times.length, 'scores', { atLeast: 1 }),
    figure('longest push to another watcher', Math.max(...times) / 1_000, 's', { atMost: 2 }),
  ];
}

/** Measures from the POST of a score to its row on the socket, one score after the other, each the best one of an own cell. */
async function pushTimes(on: StageNode, { changes }: ReturnType<typeof openLive>, isOver: () => boolean) {
  const times: number[] = [];
  while (!isOver()) {
    const { student, scenario } = cells.pop()!;
    const body = JSON.stringify(sampleAttempt(played.sessionId, scenario, { totalScore: scenario.maxTotalScore }));
    const headers = { 'content-type': 'application/json', 'x-auth-token': await student.token() };
    const cell = cellKey(student.userId, scenario.scenarioId);
    const hasArrived = () => changes.some(({ rows }) => rows.some(({ key }) => key === cell));
    const began = performance.now();
    await fetch(`${on.url}/api/scores`, { method: 'POST', headers, body });
    while (!hasArrived() && performance.now() - began < 5_000) await pause(5);
    times.push(performance.now() - began);
    await pause(SCORE_EVERY_MS);
  }
  return times;
}

fault('a socket whose network fails silently', () => vanished(node), {
  name: 'sockets are pinged only once a minute',
  measure: () => vanished(unprotected),
});

async function vanished(on: StageNode): Promise<Figure[]> {
  const proxy = await FaultProxy.start(on.url);
  try {
    await open(proxy.through(on.url).replace(/\/$/, ''));
    const sockets = () => on.metric('ready_room_sockets', 'signed-in');
    const before = await sockets();
    proxy.silence();
    const began = performance.now();
    const seconds = (): number => (performance.now() - began) / 1_000;
    while ((await sockets()) >= before && seconds() < NOTICED_WITHIN_SECONDS + 2) await pause(LOOK_EVERY_MS);
    return [figure('detected after', seconds(), 's', { atMost: NOTICED_WITHIN_SECONDS })];
  } finally {
    await proxy.close();
  }
}

fault('a node that is cut off from the database', () => cutOff(MAIN), {
  name: 'the hub never reports that it is cut off',
  measure: () => cutOff(stage.broken(neverCutOff)),
});

/** Silences the database of one http node. The worker and the other nodes still reach theirs. */
async function cutOff(main: string): Promise<Figure[]> {
  const proxy = await FaultProxy.start(stage.databaseUrl);
  const proxied = await stage.node('cut-off', {
    ROLES: 'http',
    TRUSTED_PROXIES: '1',
    DATABASE_URL: proxy.through(stage.databaseUrl),
    DATABASE_ADMIN_URL: proxy.through(stage.adminUrl),
  });
  try {
    await proxied.start(main);
    const { socket } = await open(proxied.url);
    await watch(socket, gradebook());
    const token = await played.instructor.token();
    const secondsUntil = async (matches: () => boolean | Promise<boolean>, patience: number): Promise<number> => {
      const began = performance.now();
      const seconds = (): number => (performance.now() - began) / 1_000;
      while (!(await matches()) && seconds() < patience) await pause(LOOK_EVERY_MS);
      return seconds();
    };
    proxy.silence();
    const closed = await secondsUntil(() => !socket.connected, 15);
    const answer = await connected(openLive(proxied.url, token).socket);
    await proxy.heal();
    proxy.cut();
    const back = await secondsUntil(
      async () => (await connected(openLive(proxied.url, token).socket)) === 'connected',
      30,
    );
    return [
      figure('the watcher was disconnected after', closed, 's', { atMost: 7 }),
      figure('new watchers admitted meanwhile', answer === 'connected' ? 1 : 0, 'sockets', { atMost: 0 }),
      figure('watchers were admitted again after', back, 's', { atMost: 10 }),
    ];
  } finally {
    await proxy.heal();
    await proxied.stop();
    await proxy.close();
  }
}

fault('500 sockets whose http node is killed and restarts', () => storm(node, MAIN), {
  name: 'handshakes are not limited',
  measure: () => storm(unprotected, brokenMain),
});

async function storm(on: StageNode, main: string): Promise<Figure[]> {
  const pages = new Storm(on.url, await visitors());
  try {
    await allConnected(pages);
    await on.kill();
    const killed = performance.now();
    await on.start(main);
    const ready = performance.now();
    await allConnected(pages);
    const back = performance.now();
    return [
      figure('the node was ready after', (ready - killed) / 1_000, 's'),
      figure('all reconnected after the kill', (back - killed) / 1_000, 's'),
      figure('all reconnected after the node was ready', (back - ready) / 1_000, 's', { atMost: 15 }),
      figure('handshakes answered with 503', pages.retryLaterAnswers, 'handshakes'),
      figure(
        'simultaneous handshakes answered with 503',
        await countRetryLaterAnswers(on.url, AT_ONCE),
        `of ${AT_ONCE}`,
        {
          atLeast: AT_ONCE / 2,
        },
      ),
      figure('handshakes refused for another reason', pages.refusals.length, 'handshakes', { atMost: 0 }),
    ];
  } finally {
    pages.end();
  }
}

/** A school behind four addresses, and visitors before the login, five behind each address. */
async function visitors(): Promise<Visitor[]> {
  const tokens = await Promise.all(played.students.map((student) => student.token()));
  const school = tokens.flatMap((token, nth) =>
    Array.from({ length: SOCKETS_EACH }, () => ({ token, address: `198.51.100.${nth % 4}` })),
  );
  const others = Array.from({ length: STORM - school.length }, (_, nth) => ({
    token: undefined,
    address: `203.0.113.${Math.floor(nth / SOCKETS_BEFORE_LOGIN)}`,
  }));
  return [...school, ...others];
}

async function allConnected(pages: Storm): Promise<void> {
  const givesUpAt = performance.now() + STORM_PATIENCE_MS;
  while (pages.connected < pages.size) {
    if (performance.now() > givesUpAt) throw new Error(`Only ${pages.connected} of ${pages.size} are connected.`);
    await pause(LOOK_EVERY_MS);
  }
}
