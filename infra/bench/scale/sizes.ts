/** Extent of the curves. */
export interface Sizes {
  readonly sockets: readonly number[];
  readonly students: readonly number[];
  readonly events: readonly number[];
  readonly nodes: readonly number[];
  readonly socketsOfNodes: number;
  readonly classes: readonly number[];
  /**
   * Durations of watching without activity and with scores, plus two seconds for the last messages. The server pings each socket every 5 s.
   * Durations are multiples of that, so that each contains the same number of pings.
   */
  readonly idleSeconds: number;
  readonly busySeconds: number;
}

export const FULL: Sizes = {
  sockets: [10, 100, 1_000, 2_500, 5_000],
  students: [10, 100, 1_000, 10_000],
  events: [10_000, 100_000, 1_000_000],
  nodes: [1, 2, 3, 4],
  socketsOfNodes: 1_000,
  classes: [10, 50, 100],
  idleSeconds: 15,
  busySeconds: 13,
};

/** A small size that checks the suite. */
export const QUICK: Sizes = {
  sockets: [5, 20],
  students: [10, 60],
  events: [500, 2_000],
  nodes: [1, 2],
  socketsOfNodes: 20,
  classes: [1, 2],
  idleSeconds: 2,
  busySeconds: 2,
};

export const STUDENTS_OF_A_CLASS = 30;
