import type { State, Vector } from '../flight/state.js';

/** Returns the closed-form solution of the Clohessy–Wiltshire equations: position and velocity `t` seconds later. */
export function closedForm(n: number, { position: [x, y, z], velocity: [u, v, w] }: State, t: number): State {
  const s = Math.sin(n * t);
  const c = Math.cos(n * t);
  return {
    position: [
      (4 - 3 * c) * x + (s / n) * u + (2 / n) * (1 - c) * v,
      6 * (s - n * t) * x + y - (2 / n) * (1 - c) * u + ((4 * s) / n - 3 * t) * v,
      z * c + (w / n) * s,
    ],
    velocity: [
      3 * n * s * x + c * u + 2 * s * v,
      -6 * n * (1 - c) * x - 2 * s * u + (4 * c - 3) * v,
      -n * s * z + w * c,
    ],
  };
}

/** Returns the velocity for coasting from `from` to `to` in `t` seconds (two-impulse transfer). */
export function transferVelocity(n: number, from: Vector, to: Vector, t: number): Vector {
  const s = Math.sin(n * t);
  const c = Math.cos(n * t);
  const [x, y, z] = from;
  const dx = to[0] - (4 - 3 * c) * x;
  const dy = to[1] - (6 * (s - n * t) * x + y);
  const [a, b, d, e] = [s / n, (2 / n) * (1 - c), -(2 / n) * (1 - c), (4 * s) / n - 3 * t];
  const determinant = a * e - b * d;
  return [(dx * e - b * dy) / determinant, (a * dy - d * dx) / determinant, ((to[2] - z * c) * n) / s];
}
