import { setTimeout as pause } from 'node:timers/promises';
import type { GradebookRow } from '../../../api/contracts/gradebook.contract.js';
import { AttemptLedger } from '../../simulate/attempt-ledger.js';
import { LiveWatcher } from '../../simulate/live-watcher.js';
import { makeAttempt, pointsOf } from '../../simulate/make-attempt.js';
import { percentile } from '../../simulate/percentile.js';
import type { PlatformProcess } from '../environment/platform-process.js';
import type { Person, RunningClass, ScaleWorld } from './scale-world.js';
import type { SignedIn } from './signed-in.js';

const TICK_MS = 5;
/** Number of students of a class who submit in turn. More would only be connections. */
const PLAYERS = 50;
/** Time after the last response within which its row may still arrive. */
const ARRIVAL_MS = 2_000;

export interface Play {
  readonly nodes: readonly PlatformProcess[];
  readonly world: ScaleWorld;
  /** Nodes that share the scores equally. */
  readonly classes: readonly RunningClass[];
  readonly rate: number;
  readonly seconds: number;
  /** Watches the first class. When connected last, it receives messages last. */
  readonly watcher: Person;
}

export interface Played {
  readonly acknowledged: number;
  /** Milliseconds from POST to socket in the first class; null without messages. */
  readonly p50: number | null;
  readonly p99: number | null;
}

interface Player {
  readonly client: SignedIn;
  readonly sessionId: string;
}

/** Lets classes submit scores at a rate, at all nodes in turn, while a watcher follows the first class. */
export async function scoresUnderWay(play: Play): Promise<Played> {
  const { nodes, world, classes, watcher } = play;
  const ledger = new AttemptLedger();
  const eye = world.client(nodes[0]!.url, watcher);
  const live = new LiveWatcher<GradebookRow>(eye, 'gradebook', classes[0]!.sessionId, (rows) => {
    const now = performance.now();
    for (const { key, value } of rows) if (value?.kind === 'cell') ledger.sawCell(key, value, now);
  });
  await live.start();
  try {
    await submitResult(play, playersOf(play), ledger);
    await pause(ARRIVAL_MS);
  } finally {
    live.close();
  }
  const { latencies, acknowledged } = ledger;
  return { acknowledged: acknowledged.length, p50: percentile(latencies, 50), p99: percentile(latencies, 99) };
}

const playersOf = ({ nodes, world, classes }: Play): Player[] =>
  classes.flatMap(({ sessionId, students }, nth) =>
    students.slice(0, PLAYERS).map((person, index) => ({
      sessionId,
      client: world.client(nodes[(nth + index) % nodes.length]!.url, person),
    })),
  );

async function submitResult(
  { rate, seconds, world }: Play,
  players: readonly Player[],
  ledger: AttemptLedger,
): Promise<void> {
  const underWay: Promise<unknown>[] = [];
  const began = performance.now();
  for (let nth = 0; nth < rate * seconds; nth += 1) {
    const { client, sessionId } = players[(nth * 7) % players.length]!;
    const scenario = world.scenarios[Math.floor(Math.random() * world.scenarios.length)]!;
    const best = ledger.bestOf(client.userId, scenario.scenarioId);
    const attempt = makeAttempt(scenario, sessionId, best, new Date());
    ledger.submit(client.userId, attempt, performance.now(), pointsOf(scenario, attempt));
    underWay.push(client.send('POST', '/api/scores', attempt).then(() => ledger.acknowledge(attempt.attemptId)));
    const ahead = began + ((nth + 1) * 1_000) / rate - performance.now();
    if (ahead > TICK_MS) await pause(ahead);
  }
  await Promise.all(underWay);
}
