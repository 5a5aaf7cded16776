import { length, type Vector } from '../flight/state.js';

const LASTS_MS = 1_400;
const GROWS_MS = 120;
/** Change of velocity in m/s that makes the longest plume. */
const STRONGEST = 2;
/** Lengths in units of the picture. */
const SHORTEST = 0.07;
const LONGEST = 0.26;

/** The exhaust of a burn at one moment. */
export interface PlumeShape {
  /** Direction opposite to the change of velocity, length 1. */
  readonly away: Vector;
  /** In units of the picture. */
  readonly extent: number;
  /** Brightness, 0 to 1. */
  readonly strength: number;
}

/**
 * Returns the exhaust `age` milliseconds after a burn; null after its end. `change` of velocity is in m/s. A still exhaust neither grows
 * nor fades, for people who prefer reduced motion.
 */
export function plumeShape(change: Vector, age: number, isStill: boolean): PlumeShape | null {
  const size = length(change);
  if (age >= LASTS_MS || size === 0) return null;
  const extent = SHORTEST + (LONGEST - SHORTEST) * Math.sqrt(Math.min(1, size / STRONGEST));
  return {
    away: [-change[0] / size, -change[1] / size, -change[2] / size],
    extent: isStill ? extent : extent * Math.min(1, Math.max(0.05, age / GROWS_MS)),
    strength: isStill ? 1 : 1 - (Math.max(0, age) / LASTS_MS) ** 2,
  };
}
