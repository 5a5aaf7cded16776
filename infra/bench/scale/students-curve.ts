import { median } from '../figure.js';
import { timedGets } from '../environment/timed-get.js';
import { costOfEach, idleCost, metered } from './meter.js';
import type { StudentsPoint } from './scale-results.js';
import type { Person, RunningClass } from './scale-world.js';
import { scoresUnderWay } from './scores-under-way.js';
import { addressOf, portOf, type Stage } from './stage.js';

const SCORES_PER_SECOND = 50;
/** Staff who watch the gradebook, and as many who watch the board. */
const WATCHERS = 10;
const TIMES = 7;

/** Increases the size of classes, with the same number of scores and watchers. */
export async function studentsCurve(
  { cluster, world, crowd, sizes, say }: Stage,
  classes: readonly RunningClass[],
  staff: readonly Person[],
): Promise<StudentsPoint[]> {
  const nodes = await cluster.startHttpNodes(1);
  const [node] = nodes;
  const watcher = staff.at(-1)!;
  const points: StudentsPoint[] = [];
  for (const running of classes) {
    const watches = (['gradebook', 'leaderboard'] as const).map((topic) => ({ topic, id: running.sessionId }));
    const guests = staff.slice(0, 2 * WATCHERS).map((person, index) => ({
      port: portOf(node!),
      address: addressOf(index),
      token: world.token(person),
      watches: [watches[index % 2]!],
    }));
    await crowd.admit(guests, 1);
    const play = (seconds: number) => () =>
      scoresUnderWay({ nodes, world, classes: [running], rate: SCORES_PER_SECOND, seconds, watcher });
    await play(sizes.busySeconds / 2)();
    const idle = await idleCost(cluster, sizes.idleSeconds);
    const busy = await metered(cluster, play(sizes.busySeconds));
    const { acknowledged, p50, p99 } = busy.result;
    const get = async (path: string): Promise<number> => {
      const answers = await timedGets(TIMES, node!.url + path, { 'x-auth-token': world.token(watcher) });
      return median(answers.map(({ ended }) => ended));
    };
    const point = {
      students: running.students.length,
      perEvent: costOfEach(acknowledged, busy, idle),
      p50,
      p99,
      gradebookGet: await get(`/api/sessions/${running.sessionId}/gradebook`),
      leaderboardGet: await get(`/api/scores/leaderboard/${running.sessionId}/all?limit=25`),
    };
    say(`a class of ${point.students}: ${JSON.stringify(point)}`);
    points.push(point);
    await crowd.leave();
  }
  return points;
}
