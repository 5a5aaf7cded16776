import type { Frame } from '../flight/flight.js';
import type { Vector } from '../flight/state.js';

/** A position at a time: seconds since the start, metres relative to the target in its rotating frame. */
export interface TimedPoint {
  readonly time: number;
  readonly at: Vector;
}

/**
 * Converts a point to a frame of reference: `target` rotates with the target, `inertial` does not rotate, `spacecraft` is centred on the
 * player and shows the target's path. `n` in radians a second.
 */
export function seenFrom(frame: Frame, n: number, { time, at: [x, y, z] }: TimedPoint): Vector {
  if (frame === 'target') return [x, y, z];
  if (frame === 'spacecraft') return [-x, -y, -z];
  const turn = n * time;
  const [s, c] = [Math.sin(turn), Math.cos(turn)];
  return [c * x - s * y, s * x + c * y, z];
}

/** Converts to the axes of the picture: along-track to the right, radial up, cross-track away from the viewer. Metres. */
export const toPicture = ([x, y, z]: Vector): [number, number, number] => [y, x, -z];
