import { memoryOf } from '../exports/process-memory.js';
import { type Cost, costOfEach, idleCost, metered } from './meter.js';
import { addressOf, portOf, type Stage } from './stage.js';
import type { ReceivedMessages, Watch } from './light-socket.js';
import type { PushCost, SocketsPoint } from './scale-results.js';
import type { Person, RunningClass } from './scale-world.js';
import { type Played, scoresUnderWay } from './scores-under-way.js';

const SCORES_PER_SECOND = 8;

/** Increases the number of users at one node: all watch the same gradebook, then the same board. */
export async function socketsCurve(
  { cluster, world, crowd, sizes, say }: Stage,
  running: RunningClass,
  staff: readonly Person[],
): Promise<SocketsPoint[]> {
  const nodes = await cluster.startHttpNodes(1);
  const [node] = nodes;
  const gradebook: Watch = { topic: 'gradebook', id: running.sessionId };
  const leaderboard: Watch = { topic: 'leaderboard', id: running.sessionId };
  const watcher = staff.at(-1)!;
  const play = () =>
    scoresUnderWay({ nodes, world, classes: [running], rate: SCORES_PER_SECOND, seconds: sizes.busySeconds, watcher });
  const points: SocketsPoint[] = [];
  // A warm-up, so that the code is compiled before it is measured.
  await play();
  const withoutSockets = await idleCost(cluster, sizes.idleSeconds);
  const alone = await metered(cluster, play);
  const ofScores = (alone.cost.http - withoutSockets.http * alone.seconds) / alone.seconds;
  let admitted = 0;
  for (const sockets of sizes.sockets) {
    const guests = staff.slice(admitted, sockets).map((person, index) => ({
      port: portOf(node!),
      address: addressOf(admitted + index),
      token: world.token(person),
      watches: [gradebook],
    }));
    const coming = await metered(cluster, () => crowd.admit(guests, 1));
    const admission = costOfEach(guests.length, coming, points.at(-1)?.idle ?? withoutSockets);
    admitted = sockets;
    await crowd.watch(gradebook);
    await crowd.takeReceived();
    const idle = await idleCost(cluster, sizes.idleSeconds);
    const memory = await memoryOf(node!.pid);
    const ofGradebook = await pushesOf(play);
    await crowd.unwatch(gradebook);
    await crowd.watch(leaderboard);
    const ofBoard = await pushesOf(play);
    await crowd.unwatch(leaderboard);
    const lost = ofGradebook.received.closed + ofBoard.received.closed;
    if (lost > 0) {
      say(`A node of this machine cannot serve ${sockets} sockets: ${lost} were lost. The curve ends before.`);
      break;
    }
    const { p50, p99 } = ofGradebook.played;
    const point = {
      sockets,
      gradebook: { ...pushCost(ofGradebook, idle, ofScores), p50, p99 },
      leaderboard: pushCost(ofBoard, idle, ofScores),
      admission,
      idle,
      memory,
    };
    say(`${sockets} sockets: ${JSON.stringify(point)}`);
    points.push(point);
  }
  await crowd.leave();
  return points;

  async function pushesOf(during: () => Promise<Played>): Promise<Pushes> {
    await crowd.takeReceived();
    const { result: played, seconds, cost } = await metered(cluster, during);
    return { played, seconds, cost, received: await crowd.takeReceived() };
  }
}

interface Pushes {
  readonly played: Played;
  readonly seconds: number;
  readonly cost: Cost;
  readonly received: ReceivedMessages;
}

/** @param ofScores cost of the scores themselves for the node, in milliseconds per second */
function pushCost({ seconds, cost, received }: Pushes, idle: Cost, ofScores: number): PushCost {
  const beyond = cost.http - (idle.http + ofScores) * seconds;
  return {
    microsecondsPerPush: Math.max(0, (beyond * 1_000) / received.messages),
    bytesPerPush: received.bytes / received.messages,
    pushesPerSecond: received.messages / seconds,
    resyncs: received.resyncs,
  };
}
