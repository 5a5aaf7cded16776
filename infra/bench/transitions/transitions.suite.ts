import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, figure, median } from '../figure.js';
import type { Suite } from '../suite.js';
import { type Outcome, Timetable, type Transition } from './timetable.js';
import { PlatformProcess } from '../environment/platform-process.js';
import { startSharedDatabase } from '../environment/shared-database.js';

const CLASSES = 1_000;
/** Time to schedule them before they start, and to finish the starts before the ends. */
const PLANNING_MS = 20_000;
const BETWEEN_MS = 20_000;
/** The leader is killed after this many have ended. */
const KILLED_AFTER = 300;
const PATIENCE_MS = 30_000;

/** A thousand classes that start at the same moment and end at the same moment, while the leading worker is killed. */
export const transitions: Suite = {
  name: 'transitions',
  inProcess: true,
  async run({ say }) {
    const workers = await startTwoWorkers();
    const timetable = new Timetable(workers.databaseUrl);
    try {
      await timetable.addCourses(CLASSES);
      const starts = new Date(Date.now() + PLANNING_MS);
      const ends = new Date(starts.getTime() + BETWEEN_MS);
      await timetable.plan(starts, ends);
      const started = await watch(timetable, 'ClassStarted', starts);
      const leader = await workers.leader();
      await pause(ends.getTime() - Date.now());
      await timetable.recorded('ClassEnded', KILLED_AFTER, PATIENCE_MS);
      await leader.kill();
      const ended = await watch(timetable, 'ClassEnded', ends);
      say(lineOf('started', started));
      say(lineOf(`ended, the leader killed after ${KILLED_AFTER}`, ended));
      return [
        ...figuresOf(`${CLASSES} starts in one moment`, started, 2),
        ...figuresOf(`${CLASSES} ends in one moment, kill -9 of the worker`, ended, 10),
      ];
    } finally {
      await timetable.close();
      await workers.close();
    }
  },
};

async function watch(timetable: Timetable, type: Transition, due: Date): Promise<Outcome> {
  await pause(due.getTime() - Date.now());
  await timetable.recorded(type, CLASSES, PATIENCE_MS);
  return timetable.outcome(type);
}

const share = (late: readonly number[], of: number): number => late[Math.ceil(late.length * of) - 1] ?? Number.NaN;

const lineOf = (what: string, { late, doubled, missed }: Outcome): string =>
  `${late.length} classes ${what}: half within ${Math.round(median(late))} ms of their time, the last after ${Math.round(share(late, 1))} ms, ${doubled} doubled, ${missed} missed`;

const figuresOf = (name: string, { late, doubled, missed, moved }: Outcome, seconds: number): Figure[] => [
  figure(`${name}: recorded late, p99`, share(late, 0.99) / 1_000, 's', { atMost: seconds }),
  figure(`${name}: doubled`, doubled, 'classes', { atMost: 0 }),
  figure(`${name}: missed`, missed, 'classes', { atMost: 0 }),
  figure(`${name}: at another time than scheduled`, moved, 'classes', { atMost: 0 }),
];

/** Two workers on their own database. One of them leads. */
interface TwoWorkers {
  readonly databaseUrl: string;
  /** The leading worker. */
  leader(): Promise<PlatformProcess>;
  close(): Promise<void>;
}

async function startTwoWorkers(): Promise<TwoWorkers> {
  const database = await startSharedDatabase('transitions');
  const { dataDir, url: databaseUrl } = database;
  const settings = { ...database.settings, ROLES: 'worker' };
  const workers: PlatformProcess[] = [];
  const close = async (): Promise<void> => {
    for (const worker of workers) await worker.stop();
    await database.close();
  };
  try {
    for (let nth = 0; nth < 2; nth += 1) workers.push(await PlatformProcess.start({ dataDir, settings }));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    databaseUrl,
    leader: async () => {
      for (const worker of workers) if (await leads(worker)) return worker;
      throw new Error('There is no active leader.');
    },
    close,
  };
}

const leads = async ({ url }: PlatformProcess): Promise<boolean> =>
  /^ready_room_leader 1$/m.test(await (await fetch(`${url}/metrics`)).text());
