import { CLOSEST_AFTER, CLOSEST_DISTANCE, MOST_PATH_POINTS, PATH } from '../flight-module/layout.js';
import type { FlightModule } from './flight-module.js';
import type { Pointing, Scenario } from './scenario.js';
import { add, type State, type Vector } from './state.js';

/** Frames of reference one can look from, in the order of their codes in the flight module. */
export const FRAMES = ['target', 'inertial', 'spacecraft'] as const;
export type Frame = (typeof FRAMES)[number];

/** How a flight ended, in the order of the codes in the flight module. */
export const OUTCOMES = [
  'flying',
  'goal reached',
  'out of fuel',
  'too fast',
  'collision',
  'out of time',
  'drifted away',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What the sensor sees of the target, in the order of the codes in the flight module. */
export const CONTACTS = [
  'no sensor',
  'in view',
  'in shadow',
  'too far',
  'outside the field',
  'in glare',
  'wrong side',
] as const;
export type Contact = (typeof CONTACTS)[number];

/** Why a burn is refused, in the order of the codes in the flight module; null: it is carried out. */
const REFUSALS = [null, 'over', 'nothing', 'cooling', 'fuel'] as const;
export type Refusal = (typeof REFUSALS)[number];

/** The tightest speed limit at the spacecraft's position. */
export interface LimitHere {
  readonly speed: number;
  /** Four fifths of it, or more. */
  readonly isNear: boolean;
}

/** A flight under way; immutable. Metres, seconds. */
export interface Flight {
  readonly scenario: Scenario;
  readonly state: State;
  readonly elapsed: number;
  readonly fuelUsed: number;
  readonly burns: number;
  /** When the engine is cool again. */
  readonly coolAt: number;
  /** How long the goal's condition has held: without a break, or in total where the goal is to watch. */
  readonly held: number;
  readonly visited: number;
  /** Nearest distance to the point that is being passed; Infinity before it. */
  readonly nearest: number;
  readonly observed: Readonly<Record<Frame, number>>;
  /** Mean distance by which points were missed, or from which the target was watched; for `hold` the distance now. */
  readonly missed: number;
  /** Best progress towards the goal so far, 0 to 1. */
  readonly progress: number;
  readonly outcome: Outcome;
  /** Where the sensor looks. */
  readonly pointing: Pointing;
  /** What the sensor saw at the end of the last step. */
  readonly contact: Contact;
  readonly targetBurns: { readonly scheduled: number; readonly evasive: number };
  /** When the target burnt last; null before its first burn. */
  readonly targetBurntAt: number | null;
  /** Change of velocity that is left in the tank, m/s. */
  readonly fuelLeft: number;
  /** Null outside of all speed limits. */
  readonly limit: LimitHere | null;
  /** Direction to the Sun in the target's rotating axes, length 1. */
  readonly sun: Vector;
  /** Whether the target is in the Earth's shadow. */
  readonly isInShadow: boolean;
}

export const startFlight = (scenario: Scenario, module: FlightModule): Flight => module.begin(scenario);

/** Returns why a burn would be refused; null when it would be carried out. */
export function burnRefusal(flight: Flight, change: Vector, module: FlightModule): Refusal {
  return REFUSALS[module.load(flight).burnRefusal(...change)]!;
}

/** Changes the velocity at once, in m/s; a refused burn changes nothing. */
export const burn = (flight: Flight, change: Vector, module: FlightModule): Flight =>
  module.changed(flight, (run) => run.burn(...change));

/** Points the sensor; the next step counts with it. */
export const point = (flight: Flight, { azimuth, elevation }: Pointing, module: FlightModule): Flight =>
  module.changed(flight, (run) => run.point(azimuth, elevation));

/** Lets whole steps of the orbit pass, or fewer when the flight ends. */
export const advance = (flight: Flight, steps: number, frame: Frame, module: FlightModule): Flight =>
  module.changed(flight, (run) => run.advance(steps, FRAMES.indexOf(frame)));

/** Returns the flight `seconds` later within a step, for the picture: nothing is decided before the end of the step. */
export function coast(flight: Flight, seconds: number, module: FlightModule): Flight {
  if (seconds <= 0 || flight.outcome !== 'flying') return flight;
  return module.changed(flight, (run) => run.coast(seconds));
}

/** A predicted path: `points` are `every` seconds apart, the first `every` seconds from now. */
export interface Prediction {
  readonly every: number;
  readonly points: readonly Vector[];
  /** Closest approach to the target on the path: metres, and seconds from now. */
  readonly closest: { readonly distance: number; readonly after: number };
}

/** How far and how finely a path is predicted; `maxStep` is the longest step of the integration, in seconds. */
export interface PredictionSpan {
  readonly every: number;
  readonly points: number;
  readonly maxStep: number;
}

/**
 * Predicts where the spacecraft coasts to after a burn of `change`, [0, 0, 0] for none. The rules are not applied and the
 * target's own burns are not foreseen. At most 2,048 points.
 */
export function predict(flight: Flight, change: Vector, span: PredictionSpan, module: FlightModule): Prediction {
  const { position, velocity } = flight.state;
  const burnt: Flight = { ...flight, state: { position, velocity: add(velocity, change) } };
  module.load(burnt).predict(span.every, span.points, span.maxStep);
  const { prediction } = module;
  const count = Math.min(span.points, MOST_PATH_POINTS);
  return {
    every: span.every,
    points: Array.from({ length: count }, (_, index): Vector => {
      const at = PATH + 3 * index;
      return [prediction[at]!, prediction[at + 1]!, prediction[at + 2]!];
    }),
    closest: { distance: prediction[CLOSEST_DISTANCE]!, after: prediction[CLOSEST_AFTER]! },
  };
}
