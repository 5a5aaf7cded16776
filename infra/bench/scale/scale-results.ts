import type { Machine } from '../record/machine.js';

/** Microseconds of processor time of each part of the platform. */
export interface PartCost {
  readonly http: number;
  readonly worker: number;
  readonly database: number;
}

/** Cost of the watchers of one topic. */
export interface PushCost {
  /** Cost of the http node per message and watcher. */
  readonly microsecondsPerPush: number;
  readonly bytesPerPush: number;
  readonly pushesPerSecond: number;
  /** Messages that did not arrive because the client was too slow. */
  readonly resyncs: number;
}

export interface SocketsPoint {
  readonly sockets: number;
  readonly gradebook: PushCost & { readonly p50: number | null; readonly p99: number | null };
  readonly leaderboard: PushCost;
  /** Cost of one more socket, from the handshake to its first rows. */
  readonly admission: PartCost;
  /** Milliseconds of processor time per second without activity. */
  readonly idle: PartCost;
  /** Memory of the http node in megabytes. */
  readonly memory: number;
}

/** Cost of one class. */
export interface StudentsPoint {
  readonly students: number;
  readonly perEvent: PartCost;
  readonly p50: number | null;
  readonly p99: number | null;
  /** Milliseconds to the last byte. */
  readonly gradebookGet: number;
  readonly leaderboardGet: number;
}

export interface EventsPoint {
  /** Length of the log. */
  readonly events: number;
  readonly perEvent: PartCost;
  readonly p50: number | null;
  readonly p99: number | null;
  /** While the log grew to this length as fast as possible. */
  readonly bulk: { readonly eventsPerSecond: number; readonly perEvent: PartCost };
  /** Start of an http node in seconds. */
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

/** Classes of thirty: students who watch their board and report presence, and one instructor who watches the gradebook. */
export interface ClassesPoint {
  readonly classes: number;
  readonly sockets: number;
  readonly perEvent: PartCost;
  readonly pushesPerEvent: number;
  readonly idle: PartCost;
  readonly p50: number | null;
  readonly p99: number | null;
}

/** Microseconds of processor time of client and server. */
export interface RoundTripCost {
  readonly client: number;
  readonly database: number;
}

/** Cost of the smallest statement. */
export interface SilenceCost {
  readonly silenceMs: number;
  readonly inARow: RoundTripCost;
  /** Each after this many idle milliseconds. */
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
