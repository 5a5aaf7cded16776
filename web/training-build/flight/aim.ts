import type { Pointing } from './scenario.js';
import { length, type State } from './state.js';

const degrees = (radians: number): number => Math.round((radians * 180) / Math.PI);

/**
 * Returns the direction from the spacecraft to the target, in whole degrees. It is an input like manual pointing, so differences in
 * rounding between JavaScript engines do not affect a replay.
 */
export function aimAtTarget({ position }: State): Pointing {
  const [x, y, z] = position;
  const distance = length(position);
  if (distance === 0) return { azimuth: 0, elevation: 0 };
  return { azimuth: degrees(Math.atan2(-x, -y)), elevation: degrees(Math.asin(-z / distance)) };
}
