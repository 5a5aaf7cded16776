import * as at from '../flight-module/layout.js';
import { CONTACTS, type Flight, FRAMES, OUTCOMES } from './flight.js';
import type { Goal, FlightScenario } from './scenario.js';
import type { State, Vector } from './state.js';

const GOAL_CODES: Readonly<Record<Goal['kind'], number>> = {
  free: at.GOAL_FREE,
  hold: at.GOAL_HOLD,
  keep: at.GOAL_KEEP,
  visit: at.GOAL_VISIT,
  leave: at.GOAL_LEAVE,
  observe: at.GOAL_OBSERVE,
  watch: at.GOAL_WATCH,
};

/** Default direction of the Sun: it lights the side that is seen first, and sets 40 minutes later in a low orbit. */
const DEFAULT_SUN = { angle: 50, beta: -20 };

/** Writes a scenario into its block. Throws a RangeError when it has more points, limits or manoeuvres than the block has room for. */
export function encodeScenario(scenario: FlightScenario, block: Float64Array): void {
  const { orbit, start, limits, par, sun = DEFAULT_SUN, sensor, evasion, manoeuvres = [] } = scenario;
  block.fill(0);
  block[at.VERSION] = at.LAYOUT_VERSION;
  block[at.MEAN_MOTION] = orbit.n;
  block[at.ORBIT_RADIUS] = orbit.radius;
  block[at.STEP] = orbit.step;
  writeState(start, block, at.START);
  block[at.TANK] = scenario.tank;
  block[at.COOLDOWN] = scenario.cooldown;
  block[at.TIME_LIMIT] = scenario.timeLimit;
  block[at.CONTACT_RADIUS] = scenario.contactRadius;
  writeGoal(scenario.goal, block);
  block[at.PAR_FUEL] = par.fuel;
  block[at.PAR_SECONDS] = par.seconds;
  block[at.MAX_SCORE] = scenario.maxScore;
  block[at.LIMIT_COUNT] = counted(limits, at.MOST_LIMITS, 'speed limits');
  limits.forEach(({ radius, speed, of }, index) =>
    block.set([radius, speed, of === 'closing' ? 1 : 0], at.LIMITS + 3 * index),
  );
  block[at.SUN_ANGLE] = sun.angle;
  block[at.SUN_BETA] = sun.beta;
  if (sensor) {
    block[at.HAS_SENSOR] = 1;
    block[at.SENSOR_HALF_ANGLE] = sensor.halfAngle;
    block[at.SENSOR_RANGE] = sensor.range;
    block[at.SENSOR_GLARE] = sensor.glare;
    block[at.SENSOR_PHASE] = sensor.phase;
    block[at.SENSOR_AZIMUTH] = sensor.start.azimuth;
    block[at.SENSOR_ELEVATION] = sensor.start.elevation;
  }
  if (evasion) {
    block[at.EVASION_TIMES] = evasion.times;
    block[at.EVASION_RADIUS] = evasion.radius;
    block[at.EVASION_SPEED] = evasion.speed;
    block[at.EVASION_CHANGE] = evasion.change;
  }
  block[at.MANOEUVRE_COUNT] = counted(manoeuvres, at.MOST_MANOEUVRES, 'manoeuvres');
  manoeuvres.forEach(({ after, change }, index) => block.set([after, ...change], at.MANOEUVRES + 4 * index));
}

function writeGoal(goal: Goal, block: Float64Array): void {
  block[at.GOAL_KIND] = GOAL_CODES[goal.kind];
  if (goal.kind === 'leave') {
    block[at.GOAL_RADIUS] = goal.distance;
    block[at.GOAL_SECONDS] = goal.safeSeconds;
  }
  if ('radius' in goal) block[at.GOAL_RADIUS] = goal.radius;
  if ('speed' in goal) block[at.GOAL_SPEED] = goal.speed;
  if ('seconds' in goal) block[at.GOAL_SECONDS] = goal.seconds;
  const points = goal.kind === 'visit' ? goal.points : 'point' in goal ? [goal.point] : [];
  block[at.POINT_COUNT] = counted(points, at.MOST_POINTS, 'points');
  points.forEach((point, index) => block.set(point, at.POINTS + 3 * index));
}

function counted(list: readonly unknown[], most: number, name: string): number {
  if (list.length > most)
    throw new RangeError(`A scenario can have at most ${most} ${name}, but this one has ${list.length}.`);
  return list.length;
}

/** Writes a flight into its block. */
export function encodeFlight(flight: Flight, block: Float64Array): void {
  writeState(flight.state, block, at.STATE);
  block[at.ELAPSED] = flight.elapsed;
  block[at.FUEL_USED] = flight.fuelUsed;
  block[at.BURNS] = flight.burns;
  block[at.COOL_AT] = flight.coolAt;
  block[at.HELD] = flight.secondsInGoal;
  block[at.VISITED] = flight.visited;
  block[at.NEAREST] = flight.nearest;
  FRAMES.forEach((frame, index) => (block[at.OBSERVED + index] = flight.observed[frame]));
  block[at.MISSED] = flight.missed;
  block[at.PROGRESS] = flight.progress;
  block[at.OUTCOME] = OUTCOMES.indexOf(flight.outcome);
  block[at.AZIMUTH] = flight.pointing.azimuth;
  block[at.ELEVATION] = flight.pointing.elevation;
  block[at.CONTACT] = CONTACTS.indexOf(flight.contact);
  block[at.MANOEUVRES_DONE] = flight.targetBurns.scheduled;
  block[at.EVASIONS_DONE] = flight.targetBurns.evasive;
  block[at.TARGET_BURNT_AT] = flight.targetBurntAt ?? -1;
  block[at.RETURNS_AT] = flight.returnsAt;
  block[at.FUEL_LEFT] = flight.fuelLeft;
  block[at.LIMIT_SPEED] = flight.limit?.speed ?? Infinity;
  block[at.LIMIT_IS_NEAR] = flight.limit?.isNear ? 1 : 0;
  block.set(flight.sun, at.SUN);
  block[at.IS_IN_SHADOW] = flight.isInShadow ? 1 : 0;
}

/** Reads a flight from its block. */
export function decodeFlight(scenario: FlightScenario, block: Float64Array): Flight {
  const number = (offset: number): number => block[offset]!;
  const vector = (offset: number): Vector => [number(offset), number(offset + 1), number(offset + 2)];
  const burntAt = number(at.TARGET_BURNT_AT);
  const speed = number(at.LIMIT_SPEED);
  return {
    scenario,
    state: { position: vector(at.STATE), velocity: vector(at.STATE + 3) },
    elapsed: number(at.ELAPSED),
    fuelUsed: number(at.FUEL_USED),
    burns: number(at.BURNS),
    coolAt: number(at.COOL_AT),
    secondsInGoal: number(at.HELD),
    visited: number(at.VISITED),
    nearest: number(at.NEAREST),
    observed: {
      target: number(at.OBSERVED),
      inertial: number(at.OBSERVED + 1),
      spacecraft: number(at.OBSERVED + 2),
    },
    missed: number(at.MISSED),
    progress: number(at.PROGRESS),
    outcome: OUTCOMES[number(at.OUTCOME)]!,
    pointing: { azimuth: number(at.AZIMUTH), elevation: number(at.ELEVATION) },
    contact: CONTACTS[number(at.CONTACT)]!,
    targetBurns: { scheduled: number(at.MANOEUVRES_DONE), evasive: number(at.EVASIONS_DONE) },
    targetBurntAt: burntAt < 0 ? null : burntAt,
    returnsAt: number(at.RETURNS_AT),
    fuelLeft: number(at.FUEL_LEFT),
    limit: Number.isFinite(speed) ? { speed, isNear: number(at.LIMIT_IS_NEAR) === 1 } : null,
    sun: vector(at.SUN),
    isInShadow: number(at.IS_IN_SHADOW) === 1,
  };
}

function writeState({ position, velocity }: State, block: Float64Array, offset: number): void {
  block.set(position, offset);
  block.set(velocity, offset + 3);
}
