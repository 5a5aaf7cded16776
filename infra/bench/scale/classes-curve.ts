import type { Guest } from './crowd.js';
import { costOfEach, idleCost, metered } from './meter.js';
import type { ClassesPoint } from './scale-results.js';
import type { Person, RunningClass } from './scale-world.js';
import { scoresUnderWay } from './scores-under-way.js';
import { addressOf, portOf, type Stage } from './stage.js';

const SCORES_PER_SECOND = 50;

/** Increases the number of classes of thirty at one node, as in a school: every user has a page open. */
export async function classesCurve(
  { cluster, world, crowd, sizes, say }: Stage,
  classes: readonly RunningClass[],
  staff: readonly Person[],
): Promise<ClassesPoint[]> {
  const nodes = await cluster.startHttpNodes(1);
  const [node] = nodes;
  const guestsOf = ({ sessionId, students }: RunningClass, nth: number): Guest[] => {
    const guest = (person: Person, index: number) => ({
      port: portOf(node!),
      address: addressOf(nth * 100 + index),
      token: world.token(person),
    });
    const pages = students.map((student, index) => ({
      ...guest(student, index),
      watches: [{ topic: 'leaderboard', id: sessionId } as const],
      presentIn: sessionId,
    }));
    const watches = (['gradebook', 'presence'] as const).map((topic) => ({ topic, id: sessionId }));
    return [...pages, { ...guest(staff[nth]!, students.length), watches }];
  };
  const watcher = staff.at(-1)!;
  const points: ClassesPoint[] = [];
  let open = 0;
  let sockets = 0;
  for (const count of sizes.classes) {
    const guests = classes.slice(open, count).flatMap((each, index) => guestsOf(each, open + index));
    await crowd.admit(guests, 1);
    open = count;
    sockets += guests.length;
    const play = (seconds: number) => () =>
      scoresUnderWay({ nodes, world, classes: classes.slice(0, count), rate: SCORES_PER_SECOND, seconds, watcher });
    await play(sizes.busySeconds / 2)();
    const idle = await idleCost(cluster, sizes.idleSeconds);
    await crowd.takeReceived();
    const busy = await metered(cluster, play(sizes.busySeconds));
    const { messages } = await crowd.takeReceived();
    const { acknowledged, p50, p99 } = busy.result;
    const perEvent = costOfEach(acknowledged, busy, idle);
    const point = { classes: count, sockets, perEvent, pushesPerEvent: messages / acknowledged, idle, p50, p99 };
    say(`${count} classes: ${JSON.stringify(point)}`);
    points.push(point);
  }
  await crowd.leave();
  return points;
}
