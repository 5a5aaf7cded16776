import { describeMachine } from '../record/machine.js';
import { type BusiestHour, busiestHour, busiestLoad, HOUR } from './busiest-hour.js';
import { type Costs, costsOf } from './costs.js';
import { markdownTable } from './generated-blocks.js';
import { type OneServer, oneServer } from './one-server.js';
import type { RoundTripCost, ScaleResults } from './scale-results.js';

/** How many students a platform may have, in the table of the busiest hour. */
const PLATFORMS = [1_000, 10_000, 100_000, 1_000_000];
/** As much as a node or a database server is given here, and what a network card carries. */
const NODE_MEMORY = 2_000;
const SERVERS = [2, 4, 8];
const DATABASE_CORES = 8;
const LOG_BYTES = 500e9;
const RESULTS_A_STUDENT_AND_YEAR = 1_000;

/** What `docs/scaling.md` says in numbers, by block. */
export function blocksOf(results: ScaleResults): Record<string, string> {
  const costs = costsOf(results);
  return {
    machine: `Measured on ${results.on} on a machine of ${describeMachine(results.machine)}, which ran everything: PostgreSQL, worker, http nodes, and those who watch.`,
    node: nodeTable(costs),
    silence: silenceText(results.silence),
    limits: limitsTable(costs),
    hour: hourTable(PLATFORMS.map((students) => busiestHour(costs, students))),
  };
}

function silenceText({ silenceMs, inARow, afterSilence }: ScaleResults['silence']): string {
  return `The smallest statement costs ${both(inARow)} of PostgreSQL in a row, and ${both(afterSilence)} where ${silenceMs} ms without one lie between.`;
}

const both = ({ client, database }: RoundTripCost): string => `${amount(client)} µs of node and ${amount(database)} µs`;

/** What one core does in a second when it does nothing else and is as busy as is planned. */
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
      row(`A score, told ${amount(costs.pushesPerScore)} times: http node`, score.http, 'scores/s'),
      row('the same: worker', score.worker, 'scores/s'),
      row('the same: database', score.database, 'scores/s'),
      row('A cell of a gradebook to one more watcher', gradebookPush, 'messages/s'),
      row(`A board of ${amount(costs.boardBytes / 1_000)} kB to one more watcher`, boardPush, 'messages/s'),
      row('A silent socket, each second', socketSecond.http, 'sockets'),
      row('Letting a socket in', admission.http, 'sockets/s'),
      row('A password', signIn.http, 'sign-ins/s'),
      [
        'A socket in memory',
        `${amount(costs.socketMemory * 1_000)} kB`,
        `${amount((NODE_MEMORY - costs.nodeMemory) / costs.socketMemory)} sockets in ${NODE_MEMORY / 1_000} GB`,
      ],
      [
        'An event, all read models, as fast as it goes',
        `${amount(1e6 / costs.projected)} µs`,
        `${amount(costs.projected)} events/s, one worker`,
      ],
      ['An event on disk, log and read models', `${amount(costs.eventBytes)} bytes`, ''],
    ],
  );
}

/** At how many students each part is used up, the first one first. */
function limitsTable(costs: Costs): string {
  const inClass = 1e6;
  const load = busiestLoad(costs, inClass);
  const students = inClass / HOUR.shareInClass;
  const perStudent = (cores: number): number => cores / students;
  const limits = [
    {
      at: HOUR.busiestShare / perStudent(load.passwords),
      what: 'one core that looks at passwords, when classes begin',
      next: 'more http nodes',
    },
    { at: HOUR.busiestShare / perStudent(load.loops), what: "one http node's loop", next: 'more http nodes' },
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
      at: HOUR.busiestShare / perStudent(load.projector),
      what: 'the one worker that projects',
      next: 'cells: organizations divided among several platforms',
    },
    {
      at: LOG_BYTES / (RESULTS_A_STUDENT_AND_YEAR * costs.eventBytes),
      what: `${amount(LOG_BYTES / 1e9)} GB on disk after a year of ${amount(RESULTS_A_STUDENT_AND_YEAR)} results each`,
      next: 'partitions of the log by time, old ones on cheaper disks',
    },
  ];
  return markdownTable(
    ['Students', 'What is used up', 'What takes over'],
    limits.toSorted((a, b) => a.at - b.at).map(({ at, what, next }) => [amount(at), what, next]),
  );
}

/** What `docs/sizing.md` says in numbers, by block. */
export function sizingBlocksOf(results: ScaleResults): Record<string, string> {
  const costs = costsOf(results);
  return { servers: serversTable(SERVERS.map((cores) => oneServer(costs, cores))) };
}

/** A column a server. */
function serversTable(servers: readonly OneServer[]): string {
  return columnsTable('Cores', servers, ({ cores }) => amount(cores), [
    ['Students in class at once', ({ inClass }) => amount(inClass)],
    ['Students in all, a quarter of them in class', ({ inClass }) => amount(inClass / HOUR.shareInClass)],
    ['Sign-ins a second, when classes begin', ({ signIns }) => amount(signIns)],
    ['Results a second, at the end', ({ results }) => amount(results)],
    ['Memory of both http nodes', ({ httpMemory }) => `${amount(httpMemory)} MB`],
  ]);
}

/** A column a platform. */
function hourTable(hours: readonly BusiestHour[]): string {
  return columnsTable('Students', hours, ({ students }) => amount(students), [
    ['In class', ({ inClass }) => amount(inClass)],
    ['Sign-ins a second, at most', ({ signIns }) => amount(signIns)],
    ['Results a second, at most', ({ scores }) => amount(scores)],
    ['Messages to watchers a second', ({ pushes }) => amount(pushes)],
    ['Cores of all loops', ({ loopCores }) => amount(loopCores)],
    ['Cores for passwords', ({ passwordCores }) => amount(passwordCores)],
    ['**Http nodes**', ({ httpNodes }) => `**${amount(httpNodes)}**`],
    ['Sockets of each', ({ socketsOfANode }) => amount(socketsOfANode)],
    ['Memory of each', ({ memoryOfANode }) => `${amount(memoryOfANode)} MB`],
    ['A result waits, half of them', ({ waitP50 }) => `${amount(waitP50)} ms`],
    ['A result waits, 99 of 100', ({ waitP99 }) => `${amount(waitP99)} ms`],
    ['Cores of the database', ({ databaseCores }) => amount(databaseCores)],
    ['The projector is busy', ({ projector }) => `${amount(projector * 100)} %`],
    ['It falls behind', ({ projectorLag }) => (projectorLag === Infinity ? 'for ever' : `${amount(projectorLag)} s`)],
  ]);
}

/** A table with a column of each subject, and a row of each thing that is said of it. */
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

/** Two digits: nothing here is known better. */
const amount = (value: number): string =>
  value.toLocaleString('en', { maximumSignificantDigits: value < 10_000 ? 2 : 3 });
