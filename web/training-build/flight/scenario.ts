import type { Orbit } from './orbit.js';
import type { State, Vector } from './state.js';

/** What has to be flown. Points relative to the target in metres, speeds in metres a second, times in seconds. */
export type Goal =
  /** Be near a point and slow for a while. */
  | {
      readonly kind: 'hold';
      readonly point: Vector;
      readonly radius: number;
      readonly speed: number;
      readonly seconds: number;
    }
  /** Never leave the neighbourhood of a point for a while. */
  | { readonly kind: 'keep'; readonly point: Vector; readonly radius: number; readonly seconds: number }
  /** Pass points in their order. */
  | { readonly kind: 'visit'; readonly points: readonly Vector[]; readonly radius: number }
  /** Get away, onto a path that does not come back for `safeSeconds`. */
  | { readonly kind: 'leave'; readonly distance: number; readonly safeSeconds: number }
  /** Watch the motion in every frame of reference for a while. */
  | { readonly kind: 'observe'; readonly seconds: number }
  /** Keep the target in the sensor's view for a total of `seconds`. */
  | { readonly kind: 'watch'; readonly seconds: number }
  /** Fly as one likes; there is no end. */
  | { readonly kind: 'free' };

/** Inside `radius` of the target nobody may be faster than `speed`: towards it, or whatever the direction. */
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
  /** Nearer to the Sun than this the sensor sees nothing, in degrees. */
  readonly glare: number;
  /** Largest angle between the Sun and the spacecraft, seen from the target, in degrees. */
  readonly phase: number;
  /** Where the sensor looks at the start. */
  readonly start: Pointing;
}

/** The target burns away from the spacecraft when it approaches faster than `speed` inside `radius`; so many `times`. */
export interface Evasion {
  readonly times: number;
  readonly radius: number;
  readonly speed: number;
  /** Size of the burn, m/s. */
  readonly change: number;
}

/** A burn of the target, `after` so many seconds, by `change` of its velocity. */
export interface Manoeuvre {
  readonly after: number;
  readonly change: Vector;
}

export interface Scenario {
  readonly scenarioId: string;
  readonly title: string;
  readonly mode: 'Sandbox' | 'Learn' | 'Compete';
  readonly orbit: Orbit;
  readonly start: State;
  /** Change of velocity the tank is good for, m/s. */
  readonly tank: number;
  /** Seconds after a burn before the next. */
  readonly cooldown: number;
  /** A whole number of the orbit's steps, in seconds. */
  readonly timeLimit: number;
  readonly limits: readonly SpeedLimit[];
  /** Nearer than this is a collision; 0 where there is nothing to hit. */
  readonly contactRadius: number;
  readonly goal: Goal;
  /** Direction of the Sun at the start, in degrees: from radial towards along-track, and above the orbit's plane. */
  readonly sun?: { readonly angle: number; readonly beta: number };
  readonly sensor?: Sensor;
  readonly evasion?: Evasion;
  /** In the order of their times; the player learns of each when it has happened. */
  readonly manoeuvres?: readonly Manoeuvre[];
  /** What a good flight needs; no more points for less. */
  readonly par: { readonly fuel: number; readonly seconds: number };
  readonly maxScore: number;
  /** Told one after the other while flying. */
  readonly briefing: readonly string[];
}

/** There is not always something to hit: a slot is only a place. */
export const hasTarget = ({ contactRadius, goal }: Scenario): boolean => contactRadius > 0 || goal.kind === 'free';
