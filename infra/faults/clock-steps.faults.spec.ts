import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { postgresJobBackend } from '../../api/platform/jobs/postgres-job-backend.js';
import { until } from '../../api/testing/until.js';
import { MAIN } from '../bench/environment/platform-process.js';
import { type Figure, figure } from '../bench/figure.js';
import { Timetable, type Transition } from '../bench/transitions/timetable.js';
import type { Breakage } from './testing/broken-build.js';
import { fault } from './testing/fault.js';
import { Stage } from './testing/stage.js';
import { queryNumber } from './testing/under-fault.js';
import { ClockedNode } from './testing/wall-clock.js';

const MINUTE_MS = 60_000;
const AHEAD_MS = 5 * MINUTE_MS;
const BEHIND_MS = -3 * MINUTE_MS;
const JOBS = 20;
const CLASSES = 40;
/** Interval between checks of the leader. A correct one leads within half a second. */
const LOOK_EVERY_MS = 100;
const WATCHED_MS = 4_000;
const PLANNING_MS = 6_000;
const BETWEEN_MS = 5_000;
const PATIENCE_MS = 20_000;
const HAND_OVER_MS = 5_000;

const acceptsAnyClock: Breakage = {
  file: 'api/platform/database/clock-guard.js',
  from: 'MAX_CLOCK_SKEW_MS = 2_000',
  to: 'MAX_CLOCK_SKEW_MS = Infinity',
};

let stage: Stage;
let one: ClockedNode;
let other: ClockedNode;

beforeAll(async () => {
  stage = await Stage.open();
  one = await ClockedNode.make(stage, 'one', { ROLES: 'worker' });
  other = await ClockedNode.make(stage, 'other', { ROLES: 'worker' });
  await one.node.start();
  await one.node.stop();
}, 120_000);
afterAll(() => stage?.close(), 60_000);

fault('a worker with a wrong clock', async () => [...(await alone(AHEAD_MS)), ...(await alone(BEHIND_MS))], {
  name: 'nodes accept any clock skew',
  measure: () => alone(AHEAD_MS, stage.broken(acceptsAnyClock)),
});

/** Starts the only worker with a wrong clock, and jobs that wait for a worker. */
async function alone(offMs: number, main = MAIN): Promise<Figure[]> {
  other.set(offMs);
  await other.node.start(main);
  try {
    await addJobs();
    const [led, degraded] = [[] as boolean[], [] as boolean[]];
    for (const until = performance.now() + WATCHED_MS; performance.now() < until; await pause(LOOK_EVERY_MS)) {
      led.push(await other.leads());
      const { ready, checks } = await other.node.readiness();
      degraded.push(ready && checks['clock']?.status === 'degraded');
    }
    const ran = await other.node.metric('ready_room_job_duration_seconds_count');
    const times = (looks: readonly boolean[]) => looks.filter(Boolean).length;
    const name = `${Math.abs(offMs / MINUTE_MS)} min ${offMs > 0 ? 'ahead' : 'behind'}`;
    return [
      figure(`${name}: seen leading`, times(led), `of ${led.length}`, { atMost: 0 }),
      figure(`${name}: jobs run`, ran, 'jobs', { atMost: 0 }),
      figure(`${name}: not reported in readiness`, degraded.length - times(degraded), `of ${led.length}`, {
        atMost: 0,
      }),
    ];
  } finally {
    await other.node.stop();
  }
}

async function addJobs(): Promise<void> {
  const queue = postgresJobBackend(stage.databaseUrl).openQueue();
  const payload = () => ({ eventId: randomUUID(), userId: randomUUID() });
  for (let nth = 0; nth < JOBS; nth += 1) await queue.add('send-mail', payload(), { jobId: randomUUID() });
  await queue.close();
}

fault("the leader's clock steps back before classes end, and that of another worker is corrected", () => stepping(), {
  name: 'nodes accept any clock skew',
  measure: () => stepping(stage.broken(acceptsAnyClock)),
});

async function stepping(main = MAIN): Promise<Figure[]> {
  one.set(0);
  other.set(AHEAD_MS);
  await one.node.start(main);
  await until(() => one.leads());
  await other.node.start(main);
  const timetable = new Timetable(stage.databaseUrl);
  const since = [await queryNumber(stage.databaseUrl, NEWEST), Date.now() / 1_000];
  const before = await recordedBefore();
  try {
    await timetable.addCourses(CLASSES);
    const starts = new Date(Date.now() + PLANNING_MS);
    const ends = new Date(starts.getTime() + BETWEEN_MS);
    await timetable.plan(starts, ends);
    await timetable.recorded('ClassStarted', before.ClassStarted + CLASSES, PATIENCE_MS);
    await pause(ends.getTime() - Date.now() - 300);
    one.step(BEHIND_MS);
    other.step(0);
    const handedOver = await secondsUntil(async () => !(await one.leads()));
    await timetable.recorded('ClassEnded', before.ClassEnded + CLASSES, PATIENCE_MS);
    return [
      ...(await outcomes(timetable, 'ClassStarted')),
      ...(await outcomes(timetable, 'ClassEnded')),
      figure('time as leader with a wrong clock', handedOver, 's', { atMost: 3 }),
      figure('events out of order', await queryNumber(stage.databaseUrl, INVERTED), 'events', { atMost: 0 }),
      figure(
        'events whose time is not that of the database',
        await queryNumber(stage.databaseUrl, FOREIGN_TIMES, since),
        'events',
        { atMost: 0 },
      ),
    ];
  } finally {
    await timetable.close();
    await Promise.all([one.node.stop(), other.node.stop()]);
  }
}

const secondsUntil = async (done: () => Promise<boolean>): Promise<number> => {
  const began = performance.now();
  while (!(await done()) && performance.now() - began < HAND_OVER_MS) await pause(LOOK_EVERY_MS);
  return (performance.now() - began) / 1_000;
};

async function recordedBefore(): Promise<Record<Transition, number>> {
  const count = (type: Transition) =>
    queryNumber(stage.databaseUrl, 'select count(distinct stream) as n from log.events where type = $1', [type]);
  return { ClassStarted: await count('ClassStarted'), ClassEnded: await count('ClassEnded') };
}

async function outcomes(timetable: Timetable, type: Transition): Promise<Figure[]> {
  const { late, doubled, missed, moved } = await timetable.outcome(type);
  return [
    figure(`${type}: largest delay`, (late.at(-1) ?? Number.NaN) / 1_000, 's', { atMost: 10 }),
    figure(`${type}: doubled`, doubled, `of ${CLASSES}`, { atMost: 0 }),
    figure(`${type}: missed`, missed, `of ${CLASSES}`, { atMost: 0 }),
    figure(`${type}: at another time than scheduled`, moved, `of ${CLASSES}`, { atMost: 0 }),
  ];
}

/** Counts events that are later in their stream but earlier by their time or their position in the log. */
const INVERTED = `
  select count(*) as n from (
    select recorded_at < lag(recorded_at) over in_stream as by_time,
           (epoch, transaction_id, position) < (lag(epoch) over in_stream, lag(transaction_id) over in_stream, lag(position) over in_stream) as by_place
    from log.events window in_stream as (partition by stream order by version)) as events
  where by_time or by_place`;

const NEWEST = 'select coalesce(max(position), 0) as n from log.events';
const FOREIGN_TIMES = `
  select count(*) as n from log.events
  where position > $1 and recorded_at not between to_timestamp($2) and clock_timestamp()`;
