/** The only source of the present time (docs/architecture.md#clocks); tests inject one that they set. */
export interface Clock {
  now(): Date;
}

/** Injection token of the {@link Clock}. */
export const CLOCK = Symbol('Clock');

export const systemClock: Clock = { now: () => new Date() };
