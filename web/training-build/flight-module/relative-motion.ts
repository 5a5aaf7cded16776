/**
 * Motion of a spacecraft relative to a target in a circular orbit: the Clohessy–Wiltshire equations, integrated by the classic fourth-order
 * Runge–Kutta method. Axes: x radial (away from the Earth), y along the target's velocity, z along its angular momentum. Units: metres,
 * seconds. Source of the equations: W. H. Clohessy, R. S. Wiltshire, "Terminal Guidance System for Satellite Rendezvous", 1960.
 */
import { flight } from './blocks';

const probe = new StaticArray<f64>(6);
const slope = new StaticArray<f64>(6);
const sum = new StaticArray<f64>(6);

/** Moves the state of the flight block by `h` seconds. `n`: the target's mean motion in radians a second. */
export function integrate(n: f64, h: f64): void {
  derive(n, flight);
  for (let i = 0; i < 6; i++) {
    sum[i] = slope[i];
    probe[i] = flight[i] + 0.5 * h * slope[i];
  }
  derive(n, probe);
  for (let i = 0; i < 6; i++) {
    sum[i] += 2.0 * slope[i];
    probe[i] = flight[i] + 0.5 * h * slope[i];
  }
  derive(n, probe);
  for (let i = 0; i < 6; i++) {
    sum[i] += 2.0 * slope[i];
    probe[i] = flight[i] + h * slope[i];
  }
  derive(n, probe);
  for (let i = 0; i < 6; i++) flight[i] += (h / 6.0) * (sum[i] + slope[i]);
}

function derive(n: f64, at: StaticArray<f64>): void {
  slope[0] = at[3];
  slope[1] = at[4];
  slope[2] = at[5];
  slope[3] = 3.0 * n * n * at[0] + 2.0 * n * at[4];
  slope[4] = -2.0 * n * at[3];
  slope[5] = -n * n * at[2];
}
