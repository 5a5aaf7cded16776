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
  /** Fly as one likes; there is no end. */
  | { readonly kind: 'free' };

/** Inside `radius` of the target nobody may be faster than `speed`: towards it, or whatever the direction. */
export interface SpeedLimit {
  readonly radius: number;
  readonly speed: number;
  readonly of: 'closing' | 'relative';
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
  readonly timeLimit: number;
  readonly limits: readonly SpeedLimit[];
  /** Nearer than this is a collision; 0 where there is nothing to hit. */
  readonly contactRadius: number;
  readonly goal: Goal;
  /** What a good flight needs; no more points for less. */
  readonly par: { readonly fuel: number; readonly seconds: number };
  readonly maxScore: number;
  /** Told one after the other while flying. */
  readonly briefing: readonly string[];
}

/** There is not always something to hit: a slot is only a place. */
export const hasTarget = ({ contactRadius, goal }: Scenario): boolean => contactRadius > 0 || goal.kind === 'free';
