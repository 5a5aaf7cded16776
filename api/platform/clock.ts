/** The one source of "now" (architecture §8); tests hand in one they move by hand. */
export interface Clock {
  now(): Date;
}

/** Injection token of the {@link Clock}. */
export const CLOCK = Symbol('Clock');

export const systemClock: Clock = { now: () => new Date() };
