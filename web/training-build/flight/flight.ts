import { CLOSEST_AFTER, CLOSEST_DISTANCE, MOST_PATH_POINTS, PATH } from '../flight-module/layout.js';
import type { FlightModule } from './flight-module.js';
import type { Pointing, FlightScenario } from './scenario.js';
import { add, type State, type Vector } from './state.js';

/** Frames of reference, in the order of their codes in the flight module. */
export const FRAMES = ['target', 'inertial', 'spacecraft'] as const;
export type Frame = (typeof FRAMES)[number];

/** Outcomes of a flight, in the order of the codes in the flight module. */
export const OUTCOMES = [
  'flying',
  'goal reached',
  'out of fuel',
  'too fast',
  'collision',
  'out of time',
  'drifted away',
] as const;
export type FlightOutcome = (typeof OUTCOMES)[number];

/** Contacts of the sensor with the target, in the order of the codes in the flight module. */
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

/** Reasons why a burn is rejected, in the order of the codes in the flight module; null if it is carried out. */
const REFUSALS = [null, 'over', 'nothing', 'cooling', 'fuel'] as const;
export type BurnRefusal = (typeof REFUSALS)[number];

/** The tightest speed limit at the spacecraft's position. */
export interface LimitHere {
  readonly speed: number;
  /** True from four fifths of the limit. */
  readonly isNear: boolean;
}

/** A flight in progress; immutable. Metres, seconds. */
export interface Flight {
  readonly scenario: FlightScenario;
  readonly state: State;
  readonly elapsed: number;
  readonly fuelUsed: number;
  readonly burns: number;
  /** Time at which the engine has cooled down. */
  readonly coolAt: number;
  /** Time for which the goal's condition has been met: without a break, or in total for a `watch` goal. */
  readonly secondsInGoal: number;
  readonly visited: number;
  /** Nearest distance so far to the point that is being passed; initially Infinity. */
  readonly nearest: number;
  readonly observed: Readonly<Record<Frame, number>>;
  /** Mean distance by which points were missed, or from which the target was watched; for `hold` the current distance. */
  readonly missed: number;
  /** Best progress towards the goal so far, 0 to 1. */
  readonly progress: number;
  readonly outcome: FlightOutcome;
  /** Direction of the sensor. */
  readonly pointing: Pointing;
  /** Contact of the sensor at the end of the last step. */
  readonly contact: Contact;
  readonly targetBurns: { readonly scheduled: number; readonly evasive: number };
  /** Time of the target's last burn; null before its first burn. */
  readonly targetBurntAt: number | null;
  /** Time at which the coasting path of a `leave` goal comes back; Infinity if it does not, 0 while that is unknown. */
  readonly returnsAt: number;
  /** Change of velocity left in the tank, m/s. */
  readonly fuelLeft: number;
  /** Null outside of all speed limits. */
  readonly limit: LimitHere | null;
  /** Direction to the Sun in the target's rotating axes, length 1. */
  readonly sun: Vector;
  /** Whether the target is in the Earth's shadow. */
  readonly isInShadow: boolean;
}

export const startFlight = (scenario: FlightScenario, module: FlightModule): Flight => module.begin(scenario);

/** Returns why a burn would be rejected; null if it would be carried out. */
export function burnRefusal(flight: Flight, change: Vector, module: FlightModule): BurnRefusal {
  return REFUSALS[module.load(flight).burnRefusal(...change)]!;
}

/** Changes the velocity immediately, in m/s; a rejected burn changes nothing. */
export const burn = (flight: Flight, change: Vector, module: FlightModule): Flight =>
  module.changed(flight, (run) => run.burn(...change));

/** Points the sensor. The next step uses the new direction. */
export const point = (flight: Flight, { azimuth, elevation }: Pointing, module: FlightModule): Flight =>
  module.changed(flight, (run) => run.point(azimuth, elevation));

/** Advances by whole steps of the orbit, or fewer when the flight ends. */
export const advance = (flight: Flight, steps: number, frame: Frame, module: FlightModule): Flight =>
  module.changed(flight, (run) => run.advance(steps, FRAMES.indexOf(frame)));

/** Returns the flight `seconds` later within a step, for the picture. Outcomes are decided only at the end of a step. */
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

/** Duration and resolution of a prediction; `maxStep` is the longest step of the integration, in seconds. */
export interface PredictionSpan {
  readonly every: number;
  readonly points: number;
  readonly maxStep: number;
}

/**
 * Predicts the coasting path after a burn of `change`, [0, 0, 0] for none. It ignores the rules and the target's future burns. At most
 * 2,048 points.
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
