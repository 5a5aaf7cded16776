/** Rules of a flight: time steps, burns, and outcomes. */
import { closingSpeed, flight, length, range, relativeSpeed, restoreFlight, saveFlight, scenario } from './blocks';
import { distanceToPoint, pursue } from './goals';
import {
  BURNS,
  COLLISION,
  CONTACT_RADIUS,
  COOL_AT,
  COOLDOWN,
  ELAPSED,
  FLIGHT_SIZE,
  FLYING,
  FUEL_LEFT,
  FUEL_USED,
  GOAL_FREE,
  GOAL_HOLD,
  GOAL_KIND,
  GOAL_OBSERVE,
  GOAL_REACHED,
  GOAL_WATCH,
  LIMIT_COUNT,
  LIMIT_IS_NEAR,
  LIMIT_SPEED,
  LIMITS,
  MEAN_MOTION,
  MISSED,
  NEAREST,
  NOT_REFUSED,
  OBSERVED,
  OUT_OF_FUEL,
  OUT_OF_TIME,
  OUTCOME,
  REFUSED_COOLING,
  REFUSED_FUEL,
  REFUSED_NOTHING,
  REFUSED_OVER,
  RETURNS_AT,
  SENSOR_AZIMUTH,
  SENSOR_ELEVATION,
  START,
  STEP,
  TANK,
  TARGET_BURNT_AT,
  TIME_LIMIT,
  TOO_FAST,
} from './layout';
import { integrate } from './relative-motion';
import { look, placeSun, pointSensor } from './sensor';
import { moveTarget } from './target';

/** Smallest burn. With less fuel than this, the tank counts as empty. */
const SMALLEST_BURN = 0.005;
/** Fuel used is a sum of lengths. Its rounding error must not reject the burn that empties the tank. */
const FUEL_TOLERANCE = 1e-9;
/** Share of a speed limit above which the limit is near. */
const NEAR_LIMIT = 0.8;

export function start(): void {
  for (let i = 0; i < FLIGHT_SIZE; i++) flight[i] = 0.0;
  for (let i = 0; i < 6; i++) flight[i] = scenario[START + i];
  flight[NEAREST] = Infinity;
  flight[TARGET_BURNT_AT] = -1.0;
  if (i32(scenario[GOAL_KIND]) == GOAL_HOLD) flight[MISSED] = distanceToPoint(0, scenario, START);
  pointSensor(scenario[SENSOR_AZIMUTH], scenario[SENSOR_ELEVATION]);
  placeSun();
  look();
  updateReadings();
}

/** Advances one step. The target burns at its end, before the outcome is decided. */
function step(frame: i32): void {
  const seconds = scenario[STEP];
  integrate(scenario[MEAN_MOTION], seconds);
  flight[ELAPSED] += seconds;
  flight[OBSERVED + frame] += seconds;
  moveTarget();
  placeSun();
  look();
  let outcome = loss();
  if (outcome == FLYING) outcome = pursue();
  if (outcome == FLYING && flight[ELAPSED] >= scenario[TIME_LIMIT]) outcome = OUT_OF_TIME;
  flight[OUTCOME] = f64(outcome);
}

export function advanceSteps(steps: i32, frame: i32): void {
  for (let i = 0; i < steps && flight[OUTCOME] == f64(FLYING); i++) step(frame);
}

function loss(): i32 {
  const distance = range();
  if (distance < scenario[CONTACT_RADIUS]) return COLLISION;
  for (let i = 0; i < i32(scenario[LIMIT_COUNT]); i++) {
    const at = LIMITS + 3 * i;
    if (distance < scenario[at] && limitedSpeed(at) > scenario[at + 1]) return TOO_FAST;
  }
  return FLYING;
}

function limitedSpeed(limit: i32): f64 {
  return scenario[limit + 2] != 0.0 ? closingSpeed() : relativeSpeed();
}

export function refusal(size: f64): i32 {
  if (flight[OUTCOME] != f64(FLYING)) return REFUSED_OVER;
  // Written so that NaN is rejected as well.
  if (!(size >= SMALLEST_BURN)) return REFUSED_NOTHING;
  if (flight[ELAPSED] < flight[COOL_AT]) return REFUSED_COOLING;
  return size > fuelLeft() + FUEL_TOLERANCE ? REFUSED_FUEL : NOT_REFUSED;
}

export function burnBy(x: f64, y: f64, z: f64): void {
  const size = length(x, y, z);
  if (refusal(size) != NOT_REFUSED) return;
  flight[3] += x;
  flight[4] += y;
  flight[5] += z;
  flight[FUEL_USED] += size;
  flight[BURNS] += 1.0;
  flight[RETURNS_AT] = 0.0;
  flight[COOL_AT] = flight[ELAPSED] + scenario[COOLDOWN];
  if (fuelLeft() < SMALLEST_BURN && !canGoOnWithoutFuel()) flight[OUTCOME] = f64(OUT_OF_FUEL);
}

/** Returns whether a flight continues with an empty tank: when watching alone can reach the goal, or when coasting does. */
function canGoOnWithoutFuel(): bool {
  const kind = i32(scenario[GOAL_KIND]);
  if (kind == GOAL_FREE || kind == GOAL_OBSERVE || kind == GOAL_WATCH) return true;
  saveFlight();
  while (flight[OUTCOME] == f64(FLYING)) step(0);
  const reaches = flight[OUTCOME] == f64(GOAL_REACHED);
  restoreFlight();
  return reaches;
}

function fuelLeft(): f64 {
  return max(0.0, scenario[TANK] - flight[FUEL_USED]);
}

/** Writes the instrument readings: fuel, and the tightest speed limit at the current position. */
export function updateReadings(): void {
  flight[FUEL_LEFT] = fuelLeft();
  flight[LIMIT_SPEED] = Infinity;
  flight[LIMIT_IS_NEAR] = 0.0;
  const distance = range();
  for (let i = 0; i < i32(scenario[LIMIT_COUNT]); i++) {
    const at = LIMITS + 3 * i;
    if (distance >= scenario[at] || scenario[at + 1] >= flight[LIMIT_SPEED]) continue;
    flight[LIMIT_SPEED] = scenario[at + 1];
    flight[LIMIT_IS_NEAR] = limitedSpeed(at) > scenario[at + 1] * NEAR_LIMIT ? 1.0 : 0.0;
  }
}
