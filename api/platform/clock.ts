/** The only source of the current time (docs/architecture.md#clocks). Tests inject a clock that they set. */
export interface Clock {
  now(): Date;
}

/** Injection token of the {@link Clock}: on a node, the clock of the database. */
export const CLOCK = Symbol('Clock');

/** Clock of this machine, for the command line and for tests without a database. */
export const systemClock: Clock = { now: () => new Date() };
