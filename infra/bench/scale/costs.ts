import type { PartCost, ScaleResults } from './scale-results.js';

/** Unit costs, taken from the longest end of each curve. In microseconds of processor time unless stated otherwise. */
export interface Costs {
  /** A result of a student, with all resulting messages to the class of thirty. */
  readonly score: PartCost;
  /** A sign-in with a password, and a new socket that watches. */
  readonly signIn: PartCost;
  readonly admission: PartCost;
  /** An idle socket per second, and the node without sockets. */
  readonly socketSecond: PartCost;
  readonly nodeSecond: PartCost;
  readonly gradebookPush: number;
  readonly boardPush: number;
  /** Megabytes of the node. */
  readonly socketMemory: number;
  readonly nodeMemory: number;
  /** Events per second that one worker can apply. */
  readonly projected: number;
  /** Bytes of log and read models. */
  readonly eventBytes: number;
  readonly pushesPerScore: number;
  readonly boardBytes: number;
}

export function costsOf({ sockets, classes, events, signIn }: ScaleResults): Costs {
  const [fewest, most] = [sockets[0]!, sockets.at(-1)!];
  const school = classes.at(-1)!;
  const [shorter, longest] = events.slice(-2) as [(typeof events)[number], (typeof events)[number]];
  const more = most.sockets - fewest.sockets;
  const parts = ['http', 'worker', 'database'] as const;
  const perSocket = (part: (typeof parts)[number]): number =>
    Math.max(0, ((most.idle[part] - fewest.idle[part]) * 1_000) / more);
  const socketMemory = Math.max(0, (most.memory - fewest.memory) / more);
  return {
    score: school.perEvent,
    signIn,
    admission: most.admission,
    socketSecond: { http: perSocket('http'), worker: perSocket('worker'), database: perSocket('database') },
    nodeSecond: {
      http: fewest.idle.http * 1_000,
      worker: fewest.idle.worker * 1_000,
      database: fewest.idle.database * 1_000,
    },
    gradebookPush: most.gradebook.microsecondsPerPush,
    boardPush: most.leaderboard.microsecondsPerPush,
    socketMemory,
    nodeMemory: fewest.memory - socketMemory * fewest.sockets,
    projected: longest.bulk.eventsPerSecond,
    eventBytes: ((longest.databaseMegabytes - shorter.databaseMegabytes) * 1e6) / (longest.events - shorter.events),
    pushesPerScore: school.pushesPerEvent,
    boardBytes: most.leaderboard.bytesPerPush,
  };
}
