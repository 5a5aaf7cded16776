/** The only source of the current time (docs/architecture.md#clocks). Tests inject a clock that they set. */
export interface Clock {
  now(): Date;
}

/** Injection token of the {@link Clock}. */
export const CLOCK = Symbol('Clock');

export const systemClock: Clock = { now: () => new Date() };
