/**
 * Motion of a spacecraft relative to a target in a circular orbit: the Clohessy–Wiltshire equations, integrated by the classic
 * fourth-order Runge–Kutta method. Compiled with AssemblyScript; no allocation, no imports.
 *
 * Axes: x radial (away from the Earth), y along the target's velocity, z along its angular momentum. Metres, seconds.
 * Source of the equations: W. H. Clohessy, R. S. Wiltshire, "Terminal Guidance System for Satellite Rendezvous", 1960.
 */

/** x, y, z, vx, vy, vz of the moment; written by the caller, changed by `advance`. */
const state = new StaticArray<f64>(6);
const probe = new StaticArray<f64>(6);
const slope = new StaticArray<f64>(6);
const sum = new StaticArray<f64>(6);
const shadow = new StaticArray<f64>(6);

const MAX_POINTS: i32 = 2048;
/** x, y, z of each predicted point. */
const path = new StaticArray<f64>(MAX_POINTS * 3);

/** Where `state` begins in memory, in bytes: six doubles. */
export function statePointer(): usize {
  return changetype<usize>(state);
}

/** Where the predicted path begins in memory, in bytes: three doubles a point. */
export function pathPointer(): usize {
  return changetype<usize>(path);
}

/** How many points a prediction may have. */
export function maxPoints(): i32 {
  return MAX_POINTS;
}

/** Moves `state` on by `seconds` in equal steps of at most `maxStep`. `n`: the target's mean motion in radians a second. */
export function advance(n: f64, seconds: f64, maxStep: f64): void {
  const steps = max(1, i32(Math.ceil(seconds / maxStep)));
  const h = seconds / f64(steps);
  for (let i = 0; i < steps; i++) step(n, h);
}

/** Fills the path with where `state` will coast to, one point every `every` seconds, and leaves `state` as it is. */
export function predict(n: f64, every: f64, points: i32, maxStep: f64): void {
  for (let i = 0; i < 6; i++) shadow[i] = state[i];
  const count = min(points, MAX_POINTS);
  for (let i = 0; i < count; i++) {
    advance(n, every, maxStep);
    path[i * 3] = state[0];
    path[i * 3 + 1] = state[1];
    path[i * 3 + 2] = state[2];
  }
  for (let i = 0; i < 6; i++) state[i] = shadow[i];
}

function step(n: f64, h: f64): void {
  derive(n, state);
  for (let i = 0; i < 6; i++) {
    sum[i] = slope[i];
    probe[i] = state[i] + 0.5 * h * slope[i];
  }
  derive(n, probe);
  for (let i = 0; i < 6; i++) {
    sum[i] += 2.0 * slope[i];
    probe[i] = state[i] + 0.5 * h * slope[i];
  }
  derive(n, probe);
  for (let i = 0; i < 6; i++) {
    sum[i] += 2.0 * slope[i];
    probe[i] = state[i] + h * slope[i];
  }
  derive(n, probe);
  for (let i = 0; i < 6; i++) state[i] += (h / 6.0) * (sum[i] + slope[i]);
}

function derive(n: f64, at: StaticArray<f64>): void {
  slope[0] = at[3];
  slope[1] = at[4];
  slope[2] = at[5];
  slope[3] = 3.0 * n * n * at[0] + 2.0 * n * at[4];
  slope[4] = -2.0 * n * at[3];
  slope[5] = -n * n * at[2];
}
