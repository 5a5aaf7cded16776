import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '../../api/platform/database/postgres-roles.js';
import { openNode } from '../../api/platform/eventsourcing/testing/postgres-node.js';
import { readModelChecksums } from '../../api/testing/read-model-checksums.js';
import { until } from '../../api/testing/until.js';
import { appendScores } from '../bench/environment/append-scores.js';
import { MAIN } from '../bench/environment/platform-process.js';
import { type Figure, figure } from '../bench/figure.js';
import type { PreparedClass } from '../simulate/prepare-class.js';
import { startsRebuildsOver } from './testing/breakages.js';
import { fault } from './testing/fault.js';
import { Stage } from './testing/stage.js';
import type { StageNode } from './testing/stage-node.js';
import { queryNumber } from './testing/under-fault.js';

const STUDENTS = 4;
/** Enough for a rebuild of several seconds. */
const SCORES = 80_000;
const KILL_AFTER_MS = 1_000;
const LOOK_EVERY_MS = 10;
/** For a start, a lease that has to expire, and the work in between, over and over. */
const TIMEOUT_MS = 480_000;

const REBUILDING = 'select count(*) as n from plain.projections where rebuild_requested_at is not null';
/** -1 while no rebuild has begun. */
const REBUILT = "select coalesce(min(sequence), -1) as n from plain.checkpoints where reader like 'rebuild:%'";
const BEHIND = `
  select count(*) as n from plain.checkpoints
  where reader = 'projector' and sequence < (select count(*) from log.events)`;

let stage: Stage;
let nodes: readonly StageNode[];
let undisturbed: Record<string, string>;

beforeAll(async () => {
  stage = await Stage.open();
  nodes = [await stage.node('one'), await stage.node('other')];
  await nodes[0]!.start();
  await fillClass(await stage.class(nodes[0]!.url, STUDENTS));
  await until(async () => (await query(BEHIND)) === 0);
  await requestRebuilds();
  await until(async () => (await query(REBUILDING)) === 0);
  undisturbed = await readModelChecksums(stage.databaseUrl);
}, 240_000);
afterAll(() => stage?.close(), 60_000);

fault(
  'a rebuild whose node is killed every second until it is done',
  () => killUntilRebuilt(MAIN),
  {
    name: 'each try starts over',
    measure: () => killUntilRebuilt(stage.broken(startsRebuildsOver)),
  },
  TIMEOUT_MS,
);

/** Kills each leader after a second of work. Stops when a rebuild was set back, because it would then never be done. */
async function killUntilRebuilt(main: string): Promise<Figure[]> {
  for (const node of nodes) await node.restart(main);
  await requestRebuilds();
  let [kills, setBack, reached, worksSince] = [0, 0, -1, Infinity];
  while (setBack === 0 && (await query(REBUILDING)) > 0) {
    const rebuilt = await query(REBUILT);
    if (rebuilt >= 0 && rebuilt < reached) setBack += 1;
    if (rebuilt > reached) worksSince = Math.min(worksSince, performance.now());
    reached = Math.max(reached, rebuilt);
    if (performance.now() - worksSince > KILL_AFTER_MS) {
      await killLeader(main);
      [kills, worksSince] = [kills + 1, Infinity];
    }
    await pause(LOOK_EVERY_MS);
  }
  await until(async () => (await query(REBUILDING)) === 0);
  return [
    figure('killed', kills, 'times', { atLeast: 1 }),
    figure('rebuilds that lost progress', setBack, 'times', { atMost: 0 }),
    figure('tables that differ from those of an undisturbed rebuild', await differing(), 'tables', { atMost: 0 }),
  ];
}

async function killLeader(main: string): Promise<void> {
  for (const node of nodes) {
    if ((await node.metric('ready_room_leader')) === 0) continue;
    await node.kill();
    await node.start(main);
    return;
  }
}

async function differing(): Promise<number> {
  const sums = await readModelChecksums(stage.databaseUrl);
  return Object.keys(sums).filter((table) => sums[table] !== undisturbed[table]).length;
}

const query = (text: string): Promise<number> => queryNumber(stage.databaseUrl, text);

const requestRebuilds = (): Promise<unknown> =>
  withClient(stage.databaseUrl, (client) => client.query('update plain.projections set rebuild_requested_at = now()'));

/** Appends attempts of the students to the log, as intake would have stored them. */
async function fillClass({ sessionId, students, scenarios }: PreparedClass): Promise<void> {
  const node = await openNode(stage.databaseUrl);
  const { rows } = await node.pool.query<{ courseId: string; organizationId: string }>(
    `select course_id as "courseId", organization_id as "organizationId"
     from read.classes join read.courses using (course_id) where session_id = $1`,
    [sessionId],
  );
  await appendScores(node.store, {
    count: SCORES,
    scenarios,
    userIds: students.map(({ userId }) => userId),
    classOfAttempt: { sessionId, ...rows[0]! },
  });
  await node.close();
}
