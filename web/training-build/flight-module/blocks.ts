/** Memory blocks of the module. All memory is static; nothing is allocated. */
import { FLIGHT_SIZE, MOST_PATH_POINTS, PATH, SCENARIO_SIZE, SCORE_SIZE } from './layout';

/** The current scenario; written by the caller. */
export const scenario = new StaticArray<f64>(SCENARIO_SIZE);
/** The current flight; written and read by the caller. */
export const flight = new StaticArray<f64>(FLIGHT_SIZE);
/** Result of `score`. */
export const scoreBlock = new StaticArray<f64>(SCORE_SIZE);
/** Result of `predict`. */
export const prediction = new StaticArray<f64>(PATH + MOST_PATH_POINTS * 3);

const savedFlight = new StaticArray<f64>(FLIGHT_SIZE);

/** Saves the flight for `restoreFlight`, so that a trial can use the block. */
export function saveFlight(): void {
  for (let i = 0; i < FLIGHT_SIZE; i++) savedFlight[i] = flight[i];
}

/** Undoes everything since `saveFlight`. */
export function restoreFlight(): void {
  for (let i = 0; i < FLIGHT_SIZE; i++) flight[i] = savedFlight[i];
}

/** Length of a vector, without `hypot`: JavaScript engines and C libraries differ in its last bit. */
export function length(x: f64, y: f64, z: f64): f64 {
  return Math.sqrt(x * x + y * y + z * z);
}

/** Returns the distance from the spacecraft to the target in metres. */
export function range(): f64 {
  return length(flight[0], flight[1], flight[2]);
}

/** Returns the speed relative to the target in metres a second. */
export function relativeSpeed(): f64 {
  return length(flight[3], flight[4], flight[5]);
}

/** Returns the speed of approach to the target in metres a second; negative while the distance grows. */
export function closingSpeed(): f64 {
  const distance = range();
  if (distance == 0.0) return relativeSpeed();
  return -(flight[0] * flight[3] + flight[1] * flight[4] + flight[2] * flight[5]) / distance;
}

/** Limits a number to 0 to 1. */
export function clamp(value: f64): f64 {
  return min(1.0, max(0.0, value));
}
