import type { Machine } from '../record/machine.js';

/** Microseconds of processor time of each part of the platform. */
export interface PartCost {
  readonly http: number;
  readonly worker: number;
  readonly database: number;
}

/** What those who watch one topic cost. */
export interface PushCost {
  /** Of the http node, for each message to each watcher. */
  readonly microsecondsPerPush: number;
  readonly bytesPerPush: number;
  readonly pushesPerSecond: number;
  /** Messages that did not arrive, because a reader was too slow. */
  readonly resyncs: number;
}

export interface SocketsPoint {
  readonly sockets: number;
  readonly gradebook: PushCost & { readonly p50: number | null; readonly p99: number | null };
  readonly leaderboard: PushCost;
  /** To let one more in, from the handshake to the first rows it watches. */
  readonly admission: PartCost;
  /** Milliseconds of processor time a second, while nothing happens. */
  readonly idle: PartCost;
  /** Of the http node, in megabytes. */
  readonly memory: number;
}

/** One class. */
export interface StudentsPoint {
  readonly students: number;
  readonly perEvent: PartCost;
  readonly p50: number | null;
  readonly p99: number | null;
  /** In milliseconds, to the last byte. */
  readonly gradebookGet: number;
  readonly leaderboardGet: number;
}

export interface EventsPoint {
  /** How long the log is. */
  readonly events: number;
  readonly perEvent: PartCost;
  readonly p50: number | null;
  readonly p99: number | null;
  /** While the log grew to this length, as fast as it goes. */
  readonly bulk: { readonly eventsPerSecond: number; readonly perEvent: PartCost };
  /** An http node, in seconds. */
  readonly start: number;
  readonly databaseMegabytes: number;
}

export interface NodesPoint {
  readonly nodes: number;
  readonly sockets: number;
  /** All http nodes together. */
  readonly perEvent: PartCost;
  readonly idle: PartCost;
  readonly p50: number | null;
  readonly p99: number | null;
}

/** Classes of thirty: students who watch their board and say where they are, and one who watches the gradebook. */
export interface ClassesPoint {
  readonly classes: number;
  readonly sockets: number;
  readonly perEvent: PartCost;
  readonly pushesPerEvent: number;
  readonly idle: PartCost;
  readonly p50: number | null;
  readonly p99: number | null;
}

/** Microseconds of processor time of who asks and of who answers. */
export interface RoundTripCost {
  readonly client: number;
  readonly database: number;
}

/** The smallest statement. */
export interface SilenceCost {
  readonly silenceMs: number;
  readonly inARow: RoundTripCost;
  /** Each after so many milliseconds in which nobody asked. */
  readonly afterSilence: RoundTripCost;
}

export interface ScaleResults {
  readonly machine: Machine;
  readonly on: string;
  readonly sockets: readonly SocketsPoint[];
  readonly students: readonly StudentsPoint[];
  readonly events: readonly EventsPoint[];
  readonly nodes: readonly NodesPoint[];
  readonly classes: readonly ClassesPoint[];
  /** Microseconds of processor time of a sign-in with a password. */
  readonly signIn: PartCost;
  readonly silence: SilenceCost;
}
