import type { Flight } from './flight.js';
import { closingSpeed, length } from './state.js';

/** A speed limit where one is right now. */
export interface LimitHere {
  readonly speed: number;
  /** Four fifths of it, or more. */
  readonly isNear: boolean;
}

/** The tightest limit in whose range one is; null outside all of them. */
export function limitHere({ scenario, state }: Flight): LimitHere | null {
  const distance = length(state.position);
  const [tightest] = scenario.limits.filter(({ radius }) => distance < radius).toSorted((a, b) => a.speed - b.speed);
  if (!tightest) return null;
  const { speed, of } = tightest;
  return { speed, isNear: (of === 'closing' ? closingSpeed(state) : length(state.velocity)) > speed * 0.8 };
}
