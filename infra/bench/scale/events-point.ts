import { withDatabase } from '../environment/database.js';
import { costOfEach, idleCost, metered } from './meter.js';
import type { EventsPoint } from './scale-results.js';
import type { Person, RunningClass } from './scale-world.js';
import { scoresUnderWay } from './scores-under-way.js';
import type { Stage } from './stage.js';

const SCORES_PER_SECOND = 50;

/** Lets the log grow to a length as fast as possible, then measures the cost of an event on it. */
export async function eventsPoint(
  { cluster, world, sizes, say }: Stage,
  events: number,
  filled: RunningClass,
  played: RunningClass,
  watcher: Person,
): Promise<EventsPoint> {
  await cluster.stopHttpNodes();
  const missing = Math.max(1, events - (await world.world.countEvents()));
  const quiet = await idleCost(cluster, 1);
  const growth = await metered(cluster, async () => {
    await world.fill(filled, missing);
    await world.world.settled();
  });
  const nodes = await cluster.startHttpNodes(1);
  const play = (seconds: number) => () =>
    scoresUnderWay({ nodes, world, classes: [played], rate: SCORES_PER_SECOND, seconds, watcher });
  await play(sizes.busySeconds / 2)();
  const idle = await idleCost(cluster, sizes.idleSeconds);
  const busy = await metered(cluster, play(sizes.busySeconds));
  const { acknowledged, p50, p99 } = busy.result;
  const point = {
    events,
    perEvent: costOfEach(acknowledged, busy, idle),
    p50,
    p99,
    bulk: { eventsPerSecond: missing / growth.seconds, perEvent: costOfEach(missing, growth, quiet) },
    start: nodes[0]!.readyAfter / 1_000,
    databaseMegabytes: await withDatabase(cluster.dataDir, async (client) => {
      const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
      return Number(rows[0]!.bytes) / 1e6;
    }),
  };
  say(`${events} events: ${JSON.stringify(point)}`);
  return point;
}
