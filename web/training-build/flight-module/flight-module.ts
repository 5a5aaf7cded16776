/**
 * Computes everything that decides a flight: propagation, sensor, rules, scoring. Compiled with AssemblyScript. The same bytes give the
 * same bits in every browser and in Node: the module has no imports, allocates nothing, and contains its own sine and cosine. The caller
 * writes the scenario block and the flight block, calls one function, and reads the flight block. An input (burn, pointing, frame) applies
 * at a whole step: it changes the flight from the end of the last step.
 */
import { flight, length, prediction, scenario, scoreBlock } from './blocks';
import {
  ELAPSED,
  FRAME_COUNT,
  LAYOUT_VERSION,
  MEAN_MOTION,
  OUTCOME,
  SCORE_PASSED,
  SCORE_POINTS,
  STEP,
  TIME_LIMIT,
} from './layout';
import { predictPath } from './prediction';
import { integrate } from './relative-motion';
import { advanceSteps, burnBy, refusal, start, updateReadings } from './rules';
import { writeScore } from './score';
import { look, placeSun, pointSensor } from './sensor';

/** Returns the version of the layout that this module was compiled with. */
export function layoutVersion(): i32 {
  return LAYOUT_VERSION;
}

export function scenarioPointer(): usize {
  return changetype<usize>(scenario);
}

export function flightPointer(): usize {
  return changetype<usize>(flight);
}

export function scorePointer(): usize {
  return changetype<usize>(scoreBlock);
}

export function predictionPointer(): usize {
  return changetype<usize>(prediction);
}

/** Starts the flight of the scenario in the scenario block. */
export function begin(): void {
  start();
}

/**
 * Advances by `steps` whole steps, or fewer when the flight ends. `frame` is the code of the selected frame of reference. With an unknown
 * code no time passes, because a recording may contain any value.
 */
export function advance(steps: i32, frame: i32): void {
  if (frame < 0 || frame >= FRAME_COUNT) return;
  advanceSteps(steps, frame);
  updateReadings();
}

/** Changes the velocity immediately, in metres a second; a rejected burn changes nothing. */
export function burn(x: f64, y: f64, z: f64): void {
  burnBy(x, y, z);
  updateReadings();
}

/** Returns the code of the reason why a burn would be rejected; 0 if it would be carried out. */
export function burnRefusal(x: f64, y: f64, z: f64): i32 {
  return refusal(length(x, y, z));
}

/** Points the sensor, in degrees. The next step uses the new direction. */
export function point(azimuth: f64, elevation: f64): void {
  if (flight[OUTCOME] != 0.0 || !isFinite(azimuth) || !isFinite(elevation)) return;
  pointSensor(azimuth, elevation);
  look();
}

/** Moves the flight within a step, for the picture between two steps. It decides no outcome. */
export function coast(seconds: f64): void {
  integrate(scenario[MEAN_MOTION], min(seconds, scenario[STEP]));
  flight[ELAPSED] = min(scenario[TIME_LIMIT], flight[ELAPSED] + seconds);
  placeSun();
  updateReadings();
}

/** Fills the prediction block: `points` points, `every` seconds apart, integrated in steps of at most `maxStep`. */
export function predict(every: f64, points: i32, maxStep: f64): void {
  predictPath(every, points, maxStep);
}

/** Fills the score block. */
export function score(): void {
  writeScore();
}

/**
 * Returns the points of the flight. With `hasPassed`, it is for callers that fly a recording again: modules of all versions have these two
 * functions, while the layout of the blocks changes.
 */
export function points(): f64 {
  writeScore();
  return scoreBlock[SCORE_POINTS];
}

/** Returns whether the flight reached its goal. */
export function hasPassed(): bool {
  writeScore();
  return scoreBlock[SCORE_PASSED] != 0.0;
}
