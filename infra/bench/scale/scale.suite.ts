import { type Figure, figure } from '../figure.js';
import { thisMachine } from '../record/machine.js';
import type { Suite } from '../suite.js';
import { busiestHour } from './busiest-hour.js';
import { costsOf } from './costs.js';
import { measureScale } from './measure-scale.js';
import { publishScale } from './publish-scale.js';
import type { ScaleResults } from './scale-results.js';
import { FULL, QUICK } from './sizes.js';

/** Measures the cost of each event and each watcher, from a few to thousands, in processor time, which other processes hardly affect. */
export const scale: Suite = {
  name: 'scale',
  inProcess: true,
  onlyWhenNamed: true,
  async run({ say, quick }) {
    const curves = await measureScale(quick ? QUICK : FULL, say);
    const results = { machine: thisMachine(), on: new Date().toISOString().slice(0, 10), ...curves };
    if (!quick) await publishScale(results);
    return figuresOf(results);
  },
};

/** Returns the ends of the curves. */
export function figuresOf(results: ScaleResults): Figure[] {
  const { sockets, students, events, nodes } = results;
  const costs = costsOf(results);
  const hour = busiestHour(costs, 1_000_000);
  const [most, largest, longest] = [sockets.at(-1)!, students.at(-1)!, events.at(-1)!];
  return [
    figure(`${most.sockets} sockets at one node: POST to the last, p50`, most.gradebook.p50 ?? Number.NaN, 'ms'),
    figure('  p99', most.gradebook.p99 ?? Number.NaN, 'ms'),
    figure('  a message to one of them', most.gradebook.microsecondsPerPush, 'µs'),
    figure('  memory of one of them', costs.socketMemory * 1_000, 'kB'),
    figure(`a class of ${largest.students}: a score, all parts`, sumOf(largest.perEvent), 'µs'),
    figure(`  a class of ${students[0]!.students}`, sumOf(students[0]!.perEvent), 'µs'),
    figure(`a log of ${longest.events}: a score, all parts`, sumOf(longest.perEvent), 'µs'),
    figure(`  a log of ${events[0]!.events}`, sumOf(events[0]!.perEvent), 'µs'),
    figure('  events one worker takes in', longest.bulk.eventsPerSecond, 'events/s'),
    figure(`${nodes.at(-1)!.nodes} http nodes: a score, all parts`, sumOf(nodes.at(-1)!.perEvent), 'µs'),
    figure(`  ${nodes[0]!.nodes} http node`, sumOf(nodes[0]!.perEvent), 'µs'),
    figure('a million students, the busiest hour: http nodes', hour.httpNodes, 'nodes'),
    figure('  a result waits for a node, p99', hour.waitP99, 'ms'),
  ];
}

const sumOf = ({ http, worker, database }: ScaleResults['signIn']): number => http + worker + database;
