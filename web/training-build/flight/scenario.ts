import type { Orbit } from './orbit.js';
import type { State, Vector } from './state.js';

/** Goal of a scenario. Points relative to the target in metres, speeds in metres a second, times in seconds. */
export type Goal =
  /** Stay near a point and slow for some time. */
  | {
      readonly kind: 'hold';
      readonly point: Vector;
      readonly radius: number;
      readonly speed: number;
      readonly seconds: number;
    }
  /** Stay within the radius of a point for some time. */
  | { readonly kind: 'keep'; readonly point: Vector; readonly radius: number; readonly seconds: number }
  /** Pass points in order. */
  | { readonly kind: 'visit'; readonly points: readonly Vector[]; readonly radius: number }
  /** Move away, onto a path that does not return for `safeSeconds`. */
  | { readonly kind: 'leave'; readonly distance: number; readonly safeSeconds: number }
  /** Watch the motion in every frame of reference for some time. */
  | { readonly kind: 'observe'; readonly seconds: number }
  /** Keep the target in the sensor's view for a total of `seconds`. */
  | { readonly kind: 'watch'; readonly seconds: number }
  /** Fly freely, without an end. */
  | { readonly kind: 'free' };

/** Limits the speed inside `radius` of the target: the closing speed, or the speed in any direction. */
export interface SpeedLimit {
  readonly radius: number;
  readonly speed: number;
  readonly of: 'closing' | 'relative';
}

/**
 * A direction in the target's rotating axes, in whole degrees. Azimuth 0 is along-track and 90 away from the Earth; elevation
 * 90 is cross-track.
 */
export interface Pointing {
  readonly azimuth: number;
  readonly elevation: number;
}

/** A sensor of the spacecraft. The target is in view inside the cone, within range, sunlit, and seen from its lit side. */
export interface Sensor {
  /** Half the angle of the cone, in degrees. */
  readonly halfAngle: number;
  readonly range: number;
  /** Angle to the Sun within which the sensor is blinded, in degrees. */
  readonly glare: number;
  /** Largest angle between the Sun and the spacecraft, seen from the target, in degrees. */
  readonly phase: number;
  /** Direction of the sensor at the start. */
  readonly start: Pointing;
}

/** The target burns away from the spacecraft when it approaches faster than `speed` inside `radius`, at most `times` times. */
export interface Evasion {
  readonly times: number;
  readonly radius: number;
  readonly speed: number;
  /** Size of the burn, m/s. */
  readonly change: number;
}

/** A burn of the target: `after` seconds, with a `change` of its velocity. */
export interface Manoeuvre {
  readonly after: number;
  readonly change: Vector;
}

export interface FlightScenario {
  readonly scenarioId: string;
  /** Increases with every change of the numbers below, so that recordings of earlier versions can be flown again. */
  readonly version: number;
  readonly title: string;
  readonly mode: 'Sandbox' | 'Learn' | 'Compete';
  readonly orbit: Orbit;
  readonly start: State;
  /** Total change of velocity that the tank allows, m/s. */
  readonly tank: number;
  /** Seconds between a burn and the next. */
  readonly cooldown: number;
  /** A whole number of the orbit's steps, in seconds. */
  readonly timeLimit: number;
  readonly limits: readonly SpeedLimit[];
  /** Distance below which the spacecraft collides; 0 if there is no object to hit. */
  readonly contactRadius: number;
  readonly goal: Goal;
  /** Direction of the Sun at the start, in degrees: from radial towards along-track, and above the orbit's plane. */
  readonly sun?: { readonly angle: number; readonly beta: number };
  readonly sensor?: Sensor;
  readonly evasion?: Evasion;
  /** Ordered by time. The player learns of each burn after it has happened. */
  readonly manoeuvres?: readonly Manoeuvre[];
  /** Fuel and time of a good flight; using less earns no more points. */
  readonly par: { readonly fuel: number; readonly seconds: number };
  readonly maxScore: number;
  /** Shown one after another during the flight. */
  readonly briefing: readonly string[];
}

/** Returns whether the target is an object. Some scenarios have only a position, such as an orbital slot. */
export const hasTarget = ({ contactRadius, goal }: FlightScenario): boolean =>
  contactRadius > 0 || goal.kind === 'free';
