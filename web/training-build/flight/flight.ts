import type { Propagator } from './propagator.js';
import type { Goal, Scenario } from './scenario.js';
import { add, closingSpeed, length, type State, subtract, type Vector } from './state.js';

/** Frames of reference one can look from. */
export const FRAMES = ['target', 'inertial', 'spacecraft'] as const;
export type Frame = (typeof FRAMES)[number];

export type Outcome =
  'flying' | 'goal reached' | 'out of fuel' | 'too fast' | 'collision' | 'out of time' | 'drifted away';

/** A flight under way; never changed, replaced. Metres, seconds. */
export interface Flight {
  readonly scenario: Scenario;
  readonly state: State;
  readonly elapsed: number;
  readonly fuelUsed: number;
  readonly burns: number;
  /** When the engine is cool again. */
  readonly coolAt: number;
  /** How long the goal's condition has held without a break. */
  readonly held: number;
  readonly visited: number;
  /** How near the point that is being passed right now one has come; Infinity before it. */
  readonly nearest: number;
  readonly observed: Readonly<Record<Frame, number>>;
  /** Sum of the distances by which points were missed, or of the last one. */
  readonly missed: number;
  /** How near the goal one ever was, 0 to 1. */
  readonly progress: number;
  readonly outcome: Outcome;
}

/** Less is not worth a burn, and leaves nothing to fly with. */
const SMALLEST_BURN = 0.005;

export function startFlight(scenario: Scenario): Flight {
  const { goal, start } = scenario;
  return {
    scenario,
    state: scenario.start,
    elapsed: 0,
    fuelUsed: 0,
    burns: 0,
    coolAt: 0,
    held: 0,
    visited: 0,
    nearest: Infinity,
    observed: { target: 0, inertial: 0, spacecraft: 0 },
    missed: goal.kind === 'hold' ? length(subtract(start.position, goal.point)) : 0,
    progress: 0,
    outcome: 'flying',
  };
}

export const fuelLeft = ({ scenario, fuelUsed }: Flight): number => Math.max(0, scenario.tank - fuelUsed);

/** Why a burn would not be carried out; null when it would. */
export function burnRefusal(flight: Flight, change: Vector): 'over' | 'cooling' | 'fuel' | 'nothing' | null {
  if (flight.outcome !== 'flying') return 'over';
  if (length(change) < SMALLEST_BURN) return 'nothing';
  if (flight.elapsed < flight.coolAt) return 'cooling';
  return length(change) > fuelLeft(flight) + 1e-9 ? 'fuel' : null;
}

/** Changes the velocity at once; a burn that is refused changes nothing. */
export function burn(flight: Flight, change: Vector, propagator: Propagator): Flight {
  if (burnRefusal(flight, change) !== null) return flight;
  const { scenario, state } = flight;
  const burnt: Flight = {
    ...flight,
    state: { position: state.position, velocity: add(state.velocity, change) },
    fuelUsed: flight.fuelUsed + length(change),
    burns: flight.burns + 1,
    coolAt: flight.elapsed + scenario.cooldown,
  };
  if (scenario.goal.kind === 'free') return burnt;
  // With an empty tank only what coasting still reaches counts.
  if (fuelLeft(burnt) >= SMALLEST_BURN || coastEnd(burnt, propagator).outcome === 'goal reached') return burnt;
  return { ...burnt, outcome: 'out of fuel' };
}

/** Lets time pass, in the steps of the orbit, until the flight is over. */
export function advance(flight: Flight, seconds: number, frame: Frame, propagator: Propagator): Flight {
  let now = flight;
  let left = seconds;
  while (left > 0 && now.outcome === 'flying') {
    const step = Math.min(left, now.scenario.orbit.step, now.scenario.timeLimit - now.elapsed);
    now = advanceStep(now, step, frame, propagator);
    left -= step;
  }
  return now;
}

/** Where one is a moment later, within a step: nothing is decided before its end. */
export function coast(flight: Flight, seconds: number, propagator: Propagator): Flight {
  if (seconds <= 0 || flight.outcome !== 'flying') return flight;
  const { n, step } = flight.scenario.orbit;
  return {
    ...flight,
    state: propagator.advance(n, flight.state, seconds, step),
    elapsed: Math.min(flight.scenario.timeLimit, flight.elapsed + seconds),
  };
}

const coastEnd = (flight: Flight, propagator: Propagator): Flight =>
  advance(flight, flight.scenario.timeLimit - flight.elapsed, 'target', propagator);

function advanceStep(flight: Flight, step: number, frame: Frame, propagator: Propagator): Flight {
  const { scenario } = flight;
  const moved: Flight = {
    ...flight,
    state: propagator.advance(scenario.orbit.n, flight.state, step, step),
    elapsed: flight.elapsed + step,
    observed: { ...flight.observed, [frame]: flight.observed[frame] + step },
  };
  const lost = lossOf(moved);
  if (lost) return { ...moved, outcome: lost };
  const pursued = pursue(moved, step, propagator);
  if (pursued.outcome !== 'flying') return pursued;
  return pursued.elapsed >= scenario.timeLimit ? { ...pursued, outcome: 'out of time' } : pursued;
}

function lossOf({ scenario, state }: Flight): Outcome | null {
  const distance = length(state.position);
  if (distance < scenario.contactRadius) return 'collision';
  const broken = scenario.limits.some(
    ({ radius, speed, of }) =>
      distance < radius && (of === 'closing' ? closingSpeed(state) : length(state.velocity)) > speed,
  );
  return broken ? 'too fast' : null;
}

function pursue(flight: Flight, step: number, propagator: Propagator): Flight {
  const { goal } = flight.scenario;
  switch (goal.kind) {
    case 'hold':
      return hold(flight, goal, step);
    case 'keep':
      return keep(flight, goal, step);
    case 'visit':
      return visit(flight, goal);
    case 'leave':
      return leave(flight, goal, propagator);
    case 'observe':
      return observe(flight, goal);
    case 'free':
      return flight;
  }
}

function hold(flight: Flight, goal: Extract<Goal, { kind: 'hold' }>, step: number): Flight {
  const { state, scenario } = flight;
  const missed = length(subtract(state.position, goal.point));
  const isThere = missed <= goal.radius && length(state.velocity) <= goal.speed;
  const held = isThere ? flight.held + step : 0;
  const began = length(subtract(scenario.start.position, goal.point));
  const progress = Math.max(flight.progress, 1 - missed / began);
  return { ...flight, held, missed, progress, outcome: held >= goal.seconds ? 'goal reached' : 'flying' };
}

function keep(flight: Flight, goal: Extract<Goal, { kind: 'keep' }>, step: number): Flight {
  const distance = length(subtract(flight.state.position, goal.point));
  if (distance > goal.radius) return { ...flight, outcome: 'drifted away' };
  const held = flight.held + step;
  // The mean distance over the whole watch.
  const missed = (flight.missed * flight.held + distance * step) / held;
  return {
    ...flight,
    held,
    missed,
    progress: held / goal.seconds,
    outcome: held >= goal.seconds ? 'goal reached' : 'flying',
  };
}

/** A point is passed when it is left behind again: then it is known how near one came. */
function visit(flight: Flight, goal: Extract<Goal, { kind: 'visit' }>): Flight {
  const distance = length(subtract(flight.state.position, goal.points[flight.visited]!));
  if (distance < flight.nearest) return distance > goal.radius ? flight : { ...flight, nearest: distance };
  const visited = flight.visited + 1;
  return {
    ...flight,
    visited,
    nearest: Infinity,
    missed: (flight.missed * flight.visited + flight.nearest) / visited,
    progress: visited / goal.points.length,
    outcome: visited === goal.points.length ? 'goal reached' : 'flying',
  };
}

function leave(flight: Flight, goal: Extract<Goal, { kind: 'leave' }>, propagator: Propagator): Flight {
  const { orbit } = flight.scenario;
  const distance = length(flight.state.position);
  const progress = Math.max(flight.progress, Math.min(1, distance / goal.distance));
  if (distance < goal.distance) return { ...flight, progress };
  const every = orbit.step * 10;
  const ahead = propagator.predict(orbit.n, flight.state, every, Math.ceil(goal.safeSeconds / every), orbit.step);
  const isSafe = ahead.every((point) => length(point) >= goal.distance * 0.9);
  return { ...flight, progress, outcome: isSafe ? 'goal reached' : 'flying' };
}

function observe(flight: Flight, goal: Extract<Goal, { kind: 'observe' }>): Flight {
  const seen = FRAMES.map((frame) => Math.min(1, flight.observed[frame] / goal.seconds));
  const progress = seen.reduce((sum, part) => sum + part, 0) / FRAMES.length;
  return { ...flight, progress, outcome: seen.every((part) => part >= 1) ? 'goal reached' : 'flying' };
}
