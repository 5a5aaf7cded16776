import { setTimeout as pause } from 'node:timers/promises';
import type { Group } from '../../api/contracts/group.contract.js';
import { MAIN } from '../bench/environment/platform-process.js';
import { type Figure, figure } from '../bench/figure.js';
import { ApiClient, Refused } from '../simulate/api-client.js';
import { makeAttempt } from '../simulate/make-attempt.js';
import type { Breakage } from './testing/broken-build.js';
import { fault } from './testing/fault.js';
import { Stage } from './testing/stage.js';
import { queryNumber } from './testing/under-fault.js';
import { ClockedNode } from './testing/wall-clock.js';

const MINUTE_MS = 60_000;
const AHEAD_MS = 2 * MINUTE_MS;
const BEHIND_MS = -2 * MINUTE_MS;
const STUDENTS = 3;
const RESULTS = 5;
/** Error of a node's time that is accepted. A loaded machine reads the database's clock less exactly. */
const MOST_ERROR_S = 1;

const usesTheMachinesClock: Breakage = {
  file: 'api/app.module.js',
  from: 'HttpModule.forRoot({ useExisting: DatabaseClock })',
  to: 'HttpModule.forRoot({ useValue: { now: () => new Date() } })',
};

let stage: Stage;
let wrong: ClockedNode;

beforeAll(async () => {
  stage = await Stage.open();
  const worker = await stage.node('worker', { ROLES: 'worker' });
  wrong = await ClockedNode.make(stage, 'wrong', { ROLES: 'http' });
  await worker.start();
}, 120_000);
afterAll(() => stage?.close(), 60_000);

fault(
  'an http node whose clock is two minutes off, and then steps to the other side',
  async () => [...(await results(AHEAD_MS)), ...(await results(BEHIND_MS))],
  {
    name: 'requests use the clock of the machine',
    measure: () => results(AHEAD_MS, stage.broken(usesTheMachinesClock)),
  },
);

/** A class on the node. Students submit results while it runs, and more when the node's clock has stepped and the class has just ended. */
async function results(offMs: number, main = MAIN): Promise<Figure[]> {
  wrong.set(offMs);
  await wrong.node.start(main);
  try {
    const { students, end } = await newClass();
    const since = await queryNumber(stage.databaseUrl, NEWEST);
    const running = await submit(students);
    const ready = await wrong.node.readiness();
    wrong.step(-offMs);
    const completedAt = new Date();
    // Otherwise the accepted error could put the end before the completion, and the results would be refused rightly.
    await pause(MOST_ERROR_S * 1_000);
    await end();
    const ended = await submit(students, completedAt);
    const refused = [...running, ...ended].filter(({ isRefused }) => isRefused).length;
    const offs = [...running, ...ended].map(({ serverTimeOffMs }) => serverTimeOffMs / 1_000);
    const log = (text: string) => queryNumber(stage.databaseUrl, text, [since]);
    const name = `${Math.abs(offMs / MINUTE_MS)} min ${offMs > 0 ? 'ahead' : 'behind'}`;
    return [
      figure(`${name}: refused results`, refused, `of ${2 * STUDENTS * RESULTS}`, { atMost: 0 }),
      figure(`${name}: results with a replaced time`, await log(REPLACED_TIMES), 'results', { atMost: 0 }),
      figure(`${name}: x-server-time, largest error`, Math.max(...offs), 's', { atMost: MOST_ERROR_S }),
      figure(`${name}: times of events, largest error`, await log(LARGEST_ERROR), 's', { atMost: MOST_ERROR_S }),
      figure(`${name}: not ready`, ready.ready ? 0 : 1, 'looks', { atMost: 0 }),
    ];
  } finally {
    await wrong.node.stop();
  }
}

/** Submits a result that was completed at this time, by the right clock. */
type Submit = (completedAt: Date) => Promise<unknown>;

/** Starts a class on the node with the wrong clock. */
async function newClass(): Promise<{ readonly students: readonly Submit[]; end(): Promise<unknown> }> {
  const accounts = await stage.accounts(STUDENTS);
  const instructor = new ApiClient(wrong.node.url, accounts.instructor);
  const [course] = await instructor.get<Group[]>('/api/groups');
  const path = `/api/groups/${course!.id}/activesession`;
  await instructor.send('PUT', path);
  const { sessionId, scenarios } = await stage.class(wrong.node.url, STUDENTS);
  const students = accounts.students.map((account) => {
    const student = new ApiClient(wrong.node.url, account);
    return (completedAt: Date) =>
      student.send('POST', '/api/scores', makeAttempt(scenarios[0]!, sessionId, 0, completedAt));
  });
  return { students, end: () => instructor.send('DELETE', path) };
}

interface Submitted {
  readonly isRefused: boolean;
  readonly serverTimeOffMs: number;
}

async function submit(students: readonly Submit[], completedAt?: Date): Promise<Submitted[]> {
  const submitted: Submitted[] = [];
  for (let nth = 0; nth < RESULTS; nth += 1) {
    for (const student of students) {
      const refusal = await student(completedAt ?? new Date()).catch((error: unknown) => {
        if (error instanceof Refused) return error;
        throw error;
      });
      submitted.push({ isRefused: refusal instanceof Refused, serverTimeOffMs: await serverTimeOff() });
    }
  }
  return submitted;
}

/** Returns the difference between the node's `x-server-time` and the right time, in milliseconds. */
async function serverTimeOff(): Promise<number> {
  const { headers } = await fetch(`${wrong.node.url}/api/systemSettings/bannerMessage`);
  return Math.abs(Date.parse(headers.get('x-server-time')!) - Date.now());
}

const NEWEST = 'select coalesce(max(position), 0) as n from log.events';
const REPLACED_TIMES = `
  select count(*) as n from log.events where position > $1 and type = 'ScoreSubmitted' and data ->> 'claimed' is not null`;
const LARGEST_ERROR = `
  select coalesce(max(abs(extract(epoch from recorded_at - (metadata ->> 'occurredAt')::timestamptz))), 0) as n
  from log.events where position > $1`;
