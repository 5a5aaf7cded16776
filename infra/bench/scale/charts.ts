import { lineChart, type Series } from './line-chart.js';
import type { PartCost, ScaleResults } from './scale-results.js';

const COST = 'µs of processor time per event';

const parts = <Point>(
  points: readonly Point[],
  at: (point: Point) => number,
  of: (point: Point) => PartCost,
): Series[] =>
  (['http', 'worker', 'database'] as const).map((part) => ({
    name: part === 'http' ? 'http node' : part,
    points: points.map((point) => [at(point), of(point)[part]] as const),
  }));

/** Returns the drawings of the curves by file name. */
export function chartsOf({ sockets, students, events, nodes, classes }: ScaleResults): Record<string, string> {
  const bySockets = (name: string, value: (point: (typeof sockets)[number]) => number | null): Series => ({
    name,
    points: sockets.map((point) => [point.sockets, value(point)] as const),
  });
  const byStudents = (name: string, value: (point: (typeof students)[number]) => number): Series => ({
    name,
    points: students.map((point) => [point.students, value(point)] as const),
  });
  return {
    'scale-pushes.svg': lineChart({
      title: 'A message to one more watcher',
      x: 'sockets of one http node',
      y: 'µs of processor time per message and watcher',
      logarithmic: true,
      series: [
        bySockets('a cell of a gradebook', ({ sockets, gradebook }) =>
          sockets < 100 ? null : gradebook.microsecondsPerPush,
        ),
        bySockets('a board', ({ sockets, leaderboard }) => (sockets < 100 ? null : leaderboard.microsecondsPerPush)),
      ],
    }),
    'scale-latency.svg': lineChart({
      title: 'Time from a score to the last watcher',
      x: 'sockets of one http node',
      y: 'ms',
      logarithmic: true,
      series: [
        bySockets('half', ({ gradebook }) => gradebook.p50),
        bySockets('99 of 100', ({ gradebook }) => gradebook.p99),
      ],
    }),
    'scale-idle.svg': lineChart({
      title: 'Idle sockets',
      x: 'sockets of one http node',
      y: 'ms of processor time per second',
      logarithmic: false,
      series: [bySockets('http node', ({ idle }) => idle.http), bySockets('database', ({ idle }) => idle.database)],
    }),
    'scale-memory.svg': lineChart({
      title: 'Memory of an http node',
      x: 'sockets',
      y: 'MB',
      logarithmic: false,
      series: [bySockets('resident', ({ memory }) => memory)],
    }),
    'scale-students.svg': lineChart({
      title: 'A score in a larger class',
      x: 'students of the class',
      y: COST,
      logarithmic: true,
      series: parts(
        students,
        (point) => point.students,
        (point) => point.perEvent,
      ),
    }),
    'scale-reads.svg': lineChart({
      title: 'Opening the pages of a class',
      x: 'students of the class',
      y: 'ms to the last byte',
      logarithmic: true,
      series: [
        byStudents('gradebook', (point) => point.gradebookGet),
        byStudents('board', (point) => point.leaderboardGet),
      ],
    }),
    'scale-events.svg': lineChart({
      title: 'A score on a longer log',
      x: 'events in the log',
      y: COST,
      logarithmic: true,
      series: parts(
        events,
        (point) => point.events,
        (point) => point.perEvent,
      ),
    }),
    'scale-projecting.svg': lineChart({
      title: 'Events that one worker projects',
      x: 'events in the log',
      y: 'events per second',
      logarithmic: true,
      series: [{ name: 'all read models', points: events.map((point) => [point.events, point.bulk.eventsPerSecond]) }],
    }),
    'scale-nodes.svg': lineChart({
      title: 'The same scores and sockets on more http nodes',
      x: 'http nodes',
      y: COST,
      logarithmic: false,
      series: parts(
        nodes,
        (point) => point.nodes,
        (point) => point.perEvent,
      ),
    }),
    'scale-classes.svg': lineChart({
      title: 'A score, sent to its class of thirty',
      x: 'classes at one http node',
      y: COST,
      logarithmic: true,
      series: parts(
        classes,
        (point) => point.classes,
        (point) => point.perEvent,
      ),
    }),
  };
}
