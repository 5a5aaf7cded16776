import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, figure } from '../figure.js';
import { type Cost, costOfEach, idleCost, metered } from '../scale/meter.js';
import { RemoteCrowd } from '../scale/remote-crowd.js';
import { portOf } from '../scale/stage.js';
import type { Suite } from '../suite.js';
import { DatabaseCounters, type DatabaseWork } from './database-work.js';
import { EvenLoad, type SubmittedScores } from './even-load.js';
import { guestsOf, openSchool } from './school.js';
import { SeparateProcesses } from './separate-processes.js';

interface Extent {
  readonly classes: number;
  readonly idleSeconds: number;
  readonly busySeconds: number;
}
const FULL: Extent = { classes: 10, idleSeconds: 15, busySeconds: 18 };
const QUICK: Extent = { classes: 2, idleSeconds: 2, busySeconds: 2 };

interface Phase {
  readonly name: string;
  /** Scores per second of the whole school. */
  readonly rate: number;
  /** Goal for the processor time of one score in milliseconds. */
  readonly goal: number;
}
const FIRST: Phase = { name: 'a lone score, 40/s', rate: 40, goal: 4.5 };
/** The last one shows a node that has run for a while. In the first one, V8 still interprets much of its code. */
const PHASES: readonly Phase[] = [
  FIRST,
  { name: 'a lone score, 150/s', rate: 150, goal: 2 },
  { name: 'a lone score, 40/s, later', rate: 40, goal: 4.5 },
];
/** Live messages are sent and counters of the database are reported within this time. */
const CONSEQUENCES_MS = 2_000;

interface Load extends SubmittedScores {
  readonly work: DatabaseWork;
}

/** Measures what one score costs each process while few of them arrive, and every user of ten classes has a page open. */
export const loneScore: Suite = {
  name: 'lone-score',
  async run({ say, quick }) {
    const extent = quick ? QUICK : FULL;
    const processes = await SeparateProcesses.start();
    const crowd = await RemoteCrowd.start();
    try {
      const counters = await DatabaseCounters.open(processes.superuserUrl);
      try {
        return await measure({ processes, crowd, counters, extent, say });
      } finally {
        await counters.close();
      }
    } finally {
      await crowd.end();
      await processes.stop();
    }
  },
};

interface Stage {
  readonly processes: SeparateProcesses;
  readonly crowd: RemoteCrowd;
  readonly counters: DatabaseCounters;
  readonly extent: Extent;
  say(line: string): void;
}

async function measure({ processes, crowd, counters, extent, say }: Stage): Promise<Figure[]> {
  const { classes, idleSeconds, busySeconds } = extent;
  const { httpNode, dataDir } = processes;
  const school = await openSchool(httpNode.url, dataDir, classes);
  const load = new EvenLoad(school);
  const play = (rate: number, seconds: number) => () => countWork(counters, () => load.submit(rate, seconds));
  await play(FIRST.rate, busySeconds / 2)();
  const withoutSockets = await idleCost(processes, idleSeconds);
  const guests = await guestsOf(portOf(httpNode), school);
  await crowd.admit(guests, 1);
  await play(FIRST.rate, busySeconds / 2)();
  const idle = await idleCost(processes, idleSeconds);
  say(`${guests.length} sockets of ${classes} classes; idle: ${milliseconds(idle)} a second, which is not counted`);
  const figures: Figure[] = [];
  for (const phase of PHASES) {
    const { name, rate } = phase;
    const busy = await metered(processes, play(rate, busySeconds));
    const counted = await counters.countStatements(play(rate, busySeconds / 2));
    const cost = costOfEach(busy.result.acknowledged, busy, idle);
    const { acknowledged, omitted } = busy.result;
    say(
      `${name}: ${acknowledged} in ${busy.seconds.toFixed(1)} s, ${omitted} omitted because the machine was late; ` +
        milliseconds(busy.cost),
    );
    figures.push(...figuresOf({ phase, cost, load: busy.result, counted }));
  }
  const perSocket = ((idle.http - withoutSockets.http) * 1_000) / guests.length;
  return [...figures, figure('an idle socket, http node', perSocket, 'µs a second')];
}

async function countWork(counters: DatabaseCounters, submit: () => Promise<SubmittedScores>): Promise<Load> {
  const before = await counters.read();
  const submitted = await submit();
  await pause(CONSEQUENCES_MS);
  const after = await counters.read();
  const since = (part: keyof DatabaseWork): number => after[part] - before[part];
  return {
    ...submitted,
    work: {
      commits: since('commits'),
      transactionIds: since('transactionIds'),
      walBytes: since('walBytes'),
      statements: since('statements'),
    },
  };
}

interface Measured {
  readonly phase: Phase;
  /** Microseconds of each score. */
  readonly cost: Cost;
  readonly load: Load;
  /** The same load while statements were counted. */
  readonly counted: Load;
}

function figuresOf({ phase: { name, goal }, cost, load, counted }: Measured): Figure[] {
  const { http, worker, database } = cost;
  const { commits, transactionIds, walBytes } = load.work;
  const each = (count: number): number => count / load.acknowledged;
  return [
    figure(name, (http + worker + database) / 1_000, 'ms', { atMost: goal }),
    figure('  http node', http / 1_000, 'ms'),
    figure('  worker', worker / 1_000, 'ms'),
    figure('  PostgreSQL', database / 1_000, 'ms'),
    figure('  statements', counted.work.statements / counted.acknowledged, ''),
    figure('  commits', each(commits), ''),
    figure('  transaction ids', each(transactionIds), ''),
    figure('  WAL', each(walBytes) / 1_000, 'kB'),
  ];
}

const milliseconds = ({ http, worker, database }: Cost): string =>
  `http node ${Math.round(http)} ms, worker ${Math.round(worker)} ms, PostgreSQL ${Math.round(database)} ms`;
