import { costOfEach, idleCost, metered } from './meter.js';
import type { NodesPoint } from './scale-results.js';
import type { Person, RunningClass } from './scale-world.js';
import { scoresUnderWay } from './scores-under-way.js';
import { addressOf, portOf, type Stage } from './stage.js';

const SCORES_PER_SECOND = 20;

/** Measures the same scores and the same sockets on a growing number of http nodes. */
export async function nodesCurve(
  { cluster, world, crowd, sizes, say }: Stage,
  running: RunningClass,
  staff: readonly Person[],
): Promise<NodesPoint[]> {
  const watcher = staff.at(-1)!;
  const points: NodesPoint[] = [];
  for (const count of sizes.nodes) {
    const nodes = await cluster.startHttpNodes(count);
    const guests = staff.slice(0, sizes.socketsOfNodes).map((person, index) => ({
      port: portOf(nodes[index % count]!),
      address: addressOf(index),
      token: world.token(person),
      watches: [{ topic: 'gradebook', id: running.sessionId } as const],
    }));
    await crowd.admit(guests, count);
    const play = (seconds: number) => () =>
      scoresUnderWay({ nodes, world, classes: [running], rate: SCORES_PER_SECOND, seconds, watcher });
    await play(sizes.busySeconds / 2)();
    const idle = await idleCost(cluster, sizes.idleSeconds);
    const busy = await metered(cluster, play(sizes.busySeconds));
    const { acknowledged, p50, p99 } = busy.result;
    const perEvent = costOfEach(acknowledged, busy, idle);
    const point = { nodes: count, sockets: guests.length, perEvent, idle, p50, p99 };
    say(`${count} http nodes: ${JSON.stringify(point)}`);
    points.push(point);
    await crowd.leave();
  }
  return points;
}
