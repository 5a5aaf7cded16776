/** Computes the progress towards each kind of goal at the end of every step. */
import { clamp, flight, length, range, relativeSpeed, scenario } from './blocks';
import {
  CONTACT,
  DRIFTED_AWAY,
  ELAPSED,
  FLYING,
  GOAL_HOLD,
  GOAL_KEEP,
  GOAL_KIND,
  GOAL_LEAVE,
  GOAL_OBSERVE,
  GOAL_RADIUS,
  GOAL_REACHED,
  GOAL_SECONDS,
  GOAL_SPEED,
  GOAL_VISIT,
  GOAL_WATCH,
  HELD,
  IN_VIEW,
  MEAN_MOTION,
  MISSED,
  NEAREST,
  OBSERVED,
  POINT_COUNT,
  POINTS,
  PROGRESS,
  RETURNS_AT,
  START,
  STEP,
  VISITED,
} from './layout';
import { integrate } from './relative-motion';

/** Updates the goal's counters after one more step; returns the outcome. */
export function pursue(): i32 {
  const kind = i32(scenario[GOAL_KIND]);
  if (kind == GOAL_HOLD) return hold();
  if (kind == GOAL_KEEP) return keep();
  if (kind == GOAL_VISIT) return visit();
  if (kind == GOAL_LEAVE) return leave();
  if (kind == GOAL_OBSERVE) return observe();
  if (kind == GOAL_WATCH) return watch();
  return FLYING;
}

/** Returns the distance from the goal's point `index` to the position at offset `at` of a block. */
export function distanceToPoint(index: i32, block: StaticArray<f64>, at: i32): f64 {
  const point = POINTS + 3 * index;
  return length(block[at] - scenario[point], block[at + 1] - scenario[point + 1], block[at + 2] - scenario[point + 2]);
}

function heldLongEnough(): i32 {
  return flight[HELD] >= scenario[GOAL_SECONDS] ? GOAL_REACHED : FLYING;
}

function hold(): i32 {
  const missed = distanceToPoint(0, flight, 0);
  const isThere = missed <= scenario[GOAL_RADIUS] && relativeSpeed() <= scenario[GOAL_SPEED];
  flight[HELD] = isThere ? flight[HELD] + scenario[STEP] : 0.0;
  flight[MISSED] = missed;
  const began = distanceToPoint(0, scenario, START);
  if (began > 0.0) flight[PROGRESS] = max(flight[PROGRESS], 1.0 - missed / began);
  return heldLongEnough();
}

function keep(): i32 {
  const distance = distanceToPoint(0, flight, 0);
  if (distance > scenario[GOAL_RADIUS]) return DRIFTED_AWAY;
  addToMean(distance);
  flight[PROGRESS] = flight[HELD] / scenario[GOAL_SECONDS];
  return heldLongEnough();
}

/** Adds one step to the counted time, and `distance` to its mean. */
function addToMean(distance: f64): void {
  const held = flight[HELD] + scenario[STEP];
  flight[MISSED] = (flight[MISSED] * flight[HELD] + distance * scenario[STEP]) / held;
  flight[HELD] = held;
}

/** A point is passed when the distance grows again, because only then the nearest distance is known. */
function visit(): i32 {
  const visited = flight[VISITED];
  const distance = distanceToPoint(i32(visited), flight, 0);
  if (distance < flight[NEAREST]) {
    if (distance <= scenario[GOAL_RADIUS]) flight[NEAREST] = distance;
    return FLYING;
  }
  flight[MISSED] = (flight[MISSED] * visited + flight[NEAREST]) / (visited + 1.0);
  flight[VISITED] = visited + 1.0;
  flight[NEAREST] = Infinity;
  flight[PROGRESS] = flight[VISITED] / scenario[POINT_COUNT];
  return flight[VISITED] == scenario[POINT_COUNT] ? GOAL_REACHED : FLYING;
}

function leave(): i32 {
  const distance = range();
  const wanted = scenario[GOAL_RADIUS];
  flight[PROGRESS] = max(flight[PROGRESS], min(1.0, distance / wanted));
  if (distance < wanted || flight[RETURNS_AT] > flight[ELAPSED]) return FLYING;
  flight[RETURNS_AT] = returnTime(0.9 * wanted);
  return flight[RETURNS_AT] == Infinity ? GOAL_REACHED : FLYING;
}

const leftAt = new StaticArray<f64>(6);
const STEPS_BETWEEN_CHECKS = 10;

/**
 * Returns the time at which coasting comes nearer than `distance`; Infinity if it stays away for as long as the goal demands. The answer
 * stays valid until the next burn. Without keeping it, every step of a path that returns after hours would predict those hours.
 */
function returnTime(distance: f64): f64 {
  for (let i = 0; i < 6; i++) leftAt[i] = flight[i];
  const step = scenario[STEP];
  const checks = i32(Math.ceil(scenario[GOAL_SECONDS] / (step * f64(STEPS_BETWEEN_CHECKS))));
  let returnsAt = Infinity;
  for (let check = 1; check <= checks && returnsAt == Infinity; check++) {
    for (let i = 0; i < STEPS_BETWEEN_CHECKS; i++) integrate(scenario[MEAN_MOTION], step);
    if (range() < distance) returnsAt = flight[ELAPSED] + step * f64(STEPS_BETWEEN_CHECKS * check);
  }
  for (let i = 0; i < 6; i++) flight[i] = leftAt[i];
  return returnsAt;
}

const FRAMES = 3;

function observe(): i32 {
  let sum = 0.0;
  for (let frame = 0; frame < FRAMES; frame++) sum += min(1.0, flight[OBSERVED + frame] / scenario[GOAL_SECONDS]);
  flight[PROGRESS] = sum / f64(FRAMES);
  return sum >= f64(FRAMES) ? GOAL_REACHED : FLYING;
}

/** Counts the total time in view, with interruptions. The mean distance in view is the quality of the pictures. */
function watch(): i32 {
  if (i32(flight[CONTACT]) != IN_VIEW) return FLYING;
  addToMean(range());
  flight[PROGRESS] = clamp(flight[HELD] / scenario[GOAL_SECONDS]);
  return heldLongEnough();
}
