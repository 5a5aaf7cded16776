/** Radial, along-track, cross-track; metres or metres a second. */
export type Vector = readonly [number, number, number];

/** A spacecraft relative to the target. */
export interface State {
  readonly position: Vector;
  readonly velocity: Vector;
}

export const length = ([x, y, z]: Vector): number => Math.sqrt(x * x + y * y + z * z);
export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** Returns the closing speed towards the target; negative when the spacecraft moves away. */
export function closingSpeed({ position, velocity }: State): number {
  const distance = length(position);
  if (distance === 0) return length(velocity);
  return -(position[0] * velocity[0] + position[1] * velocity[1] + position[2] * velocity[2]) / distance;
}
