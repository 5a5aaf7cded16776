/**
 * Everything that decides a flight: propagation, sensor, rules, scoring. Compiled with AssemblyScript.
 *
 * The same bytes give the same bits in every browser and in Node: no imports, no allocation, and sine and cosine are compiled
 * in. The caller writes the scenario block and the flight block, calls one function, and reads the flight block.
 * An input (burn, pointing, frame) applies at a whole step: it changes the flight from the end of the last step on.
 */
import { flight, length, prediction, scenario, scoreBlock } from './blocks';
import { ELAPSED, FRAME_COUNT, LAYOUT_VERSION, MEAN_MOTION, OUTCOME, STEP, TIME_LIMIT } from './layout';
import { predictPath } from './prediction';
import { integrate } from './relative-motion';
import { advanceSteps, burnBy, refusal, start, updateReadings } from './rules';
import { writeScore } from './score';
import { look, placeSun, pointSensor } from './sensor';

/** Version of the layout this module was compiled with. */
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

/** Starts the flight of the scenario block. */
export function begin(): void {
  start();
}

/**
 * Lets `steps` whole steps pass, or fewer when the flight ends. `frame`: code of the frame that is looked from; no time passes
 * with an unknown one, because a recording may hold anything.
 */
export function advance(steps: i32, frame: i32): void {
  if (frame < 0 || frame >= FRAME_COUNT) return;
  advanceSteps(steps, frame);
  updateReadings();
}

/** Changes the velocity at once, in metres a second; a refused burn changes nothing. */
export function burn(x: f64, y: f64, z: f64): void {
  burnBy(x, y, z);
  updateReadings();
}

/** Returns the code of why a burn would be refused, 0 when it would be carried out. */
export function burnRefusal(x: f64, y: f64, z: f64): i32 {
  return refusal(length(x, y, z));
}

/** Points the sensor, in degrees. The next step counts with it. */
export function point(azimuth: f64, elevation: f64): void {
  if (flight[OUTCOME] != 0.0 || !isFinite(azimuth) || !isFinite(elevation)) return;
  pointSensor(azimuth, elevation);
  look();
}

/** Moves the flight within a step, for the picture between two steps: decides nothing. */
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
