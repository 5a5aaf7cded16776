import { type Flight, predict } from '../flight/flight.js';
import type { FlightModule } from '../flight/flight-module.js';
import { length, type Vector } from '../flight/state.js';
import type { TimedPoint } from '../scene/frames.js';

/** Number of points of a predicted path, without its start. */
const POINTS = 360;
/** Slightly more than one revolution, so that a closed path visibly closes. */
const TURNS_AHEAD = 1.1;
/** Intervals between time ticks, in seconds. */
const TICK_INTERVALS = [60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400];

/** A path the spacecraft coasts along, in equal time steps; at least three points. */
export type PredictedPath = readonly TimedPoint[];

/** The point of a path where the distance to the target is smallest; metres. */
export interface Approach extends TimedPoint {
  readonly distance: number;
}

/** Predicted path with its closest approach. */
export interface Prediction {
  readonly path: PredictedPath;
  readonly closest: Approach;
}

/** Predictions from now: without a burn, and with the planned burn; `planned` is null while no burn is planned. */
export interface LookAhead {
  readonly coasting: Prediction;
  readonly planned: Prediction | null;
}

const NO_BURN: Vector = [0, 0, 0];

export const lookAhead = (flight: Flight, plan: Vector, module: FlightModule): LookAhead => ({
  coasting: predictPath(flight, NO_BURN, module),
  planned: length(plan) > 0 ? predictPath(flight, plan, module) : null,
});

/** Returns the predicted path after a burn of `change`, in m/s, carried out now. */
export function predictPath(flight: Flight, change: Vector, module: FlightModule, turns = TURNS_AHEAD): Prediction {
  const { period, step } = flight.scenario.orbit;
  const every = (period * turns) / POINTS;
  const { points, closest } = predict(flight, change, { every, points: POINTS, maxStep: step * 2 }, module);
  const begin: TimedPoint = { time: flight.elapsed, at: flight.state.position };
  const path = [begin, ...points.map((at, index) => ({ time: flight.elapsed + every * (index + 1), at }))];
  const time = flight.elapsed + closest.after;
  return { path, closest: { time, at: pointAt(path, time), distance: closest.distance } };
}

/** Returns the position on a path at a time, interpolated through the three nearest points. */
export function pointAt(path: PredictedPath, time: number): Vector {
  const every = path[1]!.time - path[0]!.time;
  const nearest = Math.round((time - path[0]!.time) / every);
  const middle = Math.min(path.length - 2, Math.max(1, nearest));
  const [before, here, after] = [path[middle - 1]!.at, path[middle]!.at, path[middle + 1]!.at];
  const s = (time - path[middle]!.time) / every;
  const along = (axis: 0 | 1 | 2): number =>
    here[axis] + (s / 2) * (after[axis] - before[axis]) + ((s * s) / 2) * (after[axis] - 2 * here[axis] + before[axis]);
  return [along(0), along(1), along(2)];
}

/** Returns the smallest round interval with at most `most` ticks in this time. */
export const tickInterval = (seconds: number, most: number): number =>
  TICK_INTERVALS.find((interval) => seconds / interval <= most) ?? TICK_INTERVALS.at(-1)!;

/**
 * Returns the points of a path at whole multiples of the interval. The multiples are in flight time, so that ticks stay in place while the
 * spacecraft moves on.
 */
export function ticksOf(path: PredictedPath, interval: number): TimedPoint[] {
  const ticks: TimedPoint[] = [];
  const end = path.at(-1)!.time;
  for (let time = (Math.floor(path[0]!.time / interval) + 1) * interval; time <= end; time += interval)
    ticks.push({ time, at: pointAt(path, time) });
  return ticks;
}
