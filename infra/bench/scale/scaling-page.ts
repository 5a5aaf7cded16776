import { describeMachine } from '../record/machine.js';
import { type BusiestHour, busiestHour, busiestLoad, HOUR } from './busiest-hour.js';
import { type Costs, costsOf } from './costs.js';
import { markdownTable } from './generated-blocks.js';
import { type OneServer, oneServer } from './one-server.js';
import type { RoundTripCost, ScaleResults } from './scale-results.js';

/** Numbers of students in the table of the busiest hour. */
const PLATFORMS = [1_000, 10_000, 100_000, 1_000_000];
/** Assumed memory of a node in MB. */
const NODE_MEMORY = 2_000;
const SERVERS = [2, 4, 8];
const DATABASE_CORES = 8;
const LOG_BYTES = 500e9;
const RESULTS_A_STUDENT_AND_YEAR = 1_000;

/** Returns the generated blocks of `docs/scaling.md` by name. */
export function blocksOf(results: ScaleResults): Record<string, string> {
  const costs = costsOf(results);
  return {
    machine: `Measured on ${results.on} on a machine of ${describeMachine(results.machine)}, which ran PostgreSQL, worker, http nodes and watchers.`,
    node: nodeTable(costs),
    silence: silenceText(results.silence),
    limits: limitsTable(costs),
    projector: projectorText(costs),
    hour: hourTable(PLATFORMS.map((students) => busiestHour(costs, students))),
  };
}

function silenceText({ silenceMs, inARow, afterSilence }: ScaleResults['silence']): string {
  return `The smallest statement costs ${both(inARow)} of PostgreSQL without pauses, and ${both(afterSilence)} after pauses of ${silenceMs} ms.`;
}

const both = ({ client, database }: RoundTripCost): string => `${amount(client)} µs of node and ${amount(database)} µs`;

/** Returns the capacity of one core per second at the planned load, for one kind of work. */
function nodeTable({ score, signIn, admission, socketSecond, gradebookPush, boardPush, ...costs }: Costs): string {
  const carries = (microseconds: number): string => amount((HOUR.busiestShare * 1e6) / microseconds);
  const row = (what: string, microseconds: number, unit: string): string[] => [
    what,
    `${amount(microseconds)} µs`,
    `${carries(microseconds)} ${unit}`,
  ];
  return markdownTable(
    ['What', 'Costs', `A core at ${HOUR.busiestShare * 100} % carries`],
    [
      row(`A score, sent to ${amount(costs.pushesPerScore)} watchers: http node`, score.http, 'scores/s'),
      row('the same score: worker', score.worker, 'scores/s'),
      row('the same score: database', score.database, 'scores/s'),
      row('A gradebook cell sent to one more watcher', gradebookPush, 'messages/s'),
      row(`A board of ${amount(costs.boardBytes / 1_000)} kB sent to one more watcher`, boardPush, 'messages/s'),
      row('An idle socket, each second', socketSecond.http, 'sockets'),
      row('Accepting a socket', admission.http, 'sockets/s'),
      row('Checking a password', signIn.http, 'sign-ins/s'),
      [
        'A socket in memory',
        `${amount(costs.socketMemory * 1_000)} kB`,
        `${amount((NODE_MEMORY - costs.nodeMemory) / costs.socketMemory)} sockets in ${NODE_MEMORY / 1_000} GB`,
      ],
      [
        'An event in all read models, in full batches',
        `${amount(1e6 / costs.projected)} µs`,
        `${amount(costs.projected)} events/s, one worker`,
      ],
      ['An event on disk, log and read models', `${amount(costs.eventBytes)} bytes`, ''],
    ],
  );
}

const IN_CLASS = 1e6;
const perStudent = (cores: number): number => cores / (IN_CLASS / HOUR.shareInClass);

/** Returns the number of students in whose busiest hour the projector reaches the planned load. */
const limitOfProjector = (costs: Costs): number =>
  HOUR.busiestShare / perStudent(busiestLoad(costs, IN_CLASS).projector);

function projectorText(costs: Costs): string {
  return `The projector applies ${amount(costs.projected)} events/s in full batches, and reaches ${HOUR.busiestShare * 100} % of that in the busiest hour of ${amount(limitOfProjector(costs))} students.`;
}

/** Returns the number of students at which each part is exhausted, the first one first. */
function limitsTable(costs: Costs): string {
  const load = busiestLoad(costs, IN_CLASS);
  const limits = [
    {
      at: HOUR.busiestShare / perStudent(load.passwords),
      what: 'one core that checks passwords, when classes begin',
      next: 'more http nodes',
    },
    {
      at: HOUR.busiestShare / perStudent(load.loops),
      what: 'the event loop of one http node',
      next: 'more http nodes',
    },
    {
      at: (NODE_MEMORY - costs.nodeMemory) / (HOUR.shareInClass * costs.socketMemory),
      what: `sockets in ${NODE_MEMORY / 1_000} GB of one http node`,
      next: 'more http nodes',
    },
    {
      at: (HOUR.busiestShare * DATABASE_CORES) / perStudent(load.database),
      what: `${DATABASE_CORES} cores of PostgreSQL`,
      next: 'the log in a KurrentDB cluster, jobs in Redis, reads from replicas, then cells',
    },
    {
      at: limitOfProjector(costs),
      what: 'the projecting worker',
      next: 'cells: organizations divided among several platforms',
    },
    {
      at: LOG_BYTES / (RESULTS_A_STUDENT_AND_YEAR * costs.eventBytes),
      what: `${amount(LOG_BYTES / 1e9)} GB on disk after a year of ${amount(RESULTS_A_STUDENT_AND_YEAR)} results each`,
      next: 'partitions of the log by time, old ones on cheaper disks',
    },
  ];
  return markdownTable(
    ['Students', 'What is exhausted', 'What to add'],
    limits.toSorted((a, b) => a.at - b.at).map(({ at, what, next }) => [amount(at), what, next]),
  );
}

/** Returns the generated blocks of `docs/sizing.md` by name. */
export function sizingBlocksOf(results: ScaleResults): Record<string, string> {
  const costs = costsOf(results);
  return { servers: serversTable(SERVERS.map((cores) => oneServer(costs, cores))) };
}

/** Returns a table with one column for each server. */
function serversTable(servers: readonly OneServer[]): string {
  return columnsTable('Cores', servers, ({ cores }) => amount(cores), [
    ['Students in class at once', ({ inClass }) => amount(inClass)],
    ['Students in all, a quarter of them in class', ({ inClass }) => amount(inClass / HOUR.shareInClass)],
    ['Sign-ins per second, when classes begin', ({ signIns }) => amount(signIns)],
    ['Results per second, at the end', ({ results }) => amount(results)],
    ['Memory of both http nodes', ({ httpMemory }) => `${amount(httpMemory)} MB`],
  ]);
}

/** Returns a table with one column for each platform. */
function hourTable(hours: readonly BusiestHour[]): string {
  return columnsTable('Students', hours, ({ students }) => amount(students), [
    ['In class', ({ inClass }) => amount(inClass)],
    ['Sign-ins per second, at most', ({ signIns }) => amount(signIns)],
    ['Results per second, at most', ({ scores }) => amount(scores)],
    ['Messages to watchers per second', ({ pushes }) => amount(pushes)],
    ['Cores of all event loops', ({ loopCores }) => amount(loopCores)],
    ['Cores for passwords', ({ passwordCores }) => amount(passwordCores)],
    ['**Http nodes**', ({ httpNodes }) => `**${amount(httpNodes)}**`],
    ['Sockets of each node', ({ socketsOfANode }) => amount(socketsOfANode)],
    ['Memory of each node', ({ memoryOfANode }) => `${amount(memoryOfANode)} MB`],
    ['A result waits, p50', ({ waitP50 }) => `${amount(waitP50)} ms`],
    ['A result waits, p99', ({ waitP99 }) => `${amount(waitP99)} ms`],
    ['Cores of the database', ({ databaseCores }) => amount(databaseCores)],
    ['The projector is busy', ({ projector }) => `${amount(projector * 100)} %`],
    [
      'The projector falls behind',
      ({ projectorLag }) => (projectorLag === Infinity ? 'without end' : `${amount(projectorLag)} s`),
    ],
  ]);
}

/** Returns a table with one column for each subject and one row for each property. */
const columnsTable = <T>(
  corner: string,
  subjects: readonly T[],
  heading: (subject: T) => string,
  rows: readonly (readonly [string, (subject: T) => string])[],
): string =>
  markdownTable(
    [corner, ...subjects.map(heading)],
    rows.map(([name, of]) => [name, ...subjects.map(of)]),
  );

/** Formats with two significant digits, which is the precision of the measurements. */
const amount = (value: number): string =>
  value.toLocaleString('en', { maximumSignificantDigits: value < 10_000 ? 2 : 3 });
