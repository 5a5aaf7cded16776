import type { Flight } from '../flight/flight.js';

/** Duration of a warp in seconds of play time, whatever its distance. */
export const WARP_LASTS_S = 2;

/** Why a warp ended early. */
type WarpStop =
  | 'over'
  | 'point passed'
  | 'speed limit'
  | 'target burnt'
  | 'in view'
  | 'out of view'
  | 'goal begun'
  | 'goal lost';
export type WarpEnd = 'arrived' | WarpStop;

/** Returns the event between two steps that ends a warp, so that the player can react; null if there is none. */
export function warpStop(before: Flight, after: Flight): WarpStop | null {
  if (after.outcome !== 'flying') return 'over';
  if (after.visited > before.visited) return 'point passed';
  if (after.limit?.isNear && !before.limit?.isNear) return 'speed limit';
  if (after.targetBurntAt !== before.targetBurntAt) return 'target burnt';
  if (isInView(after) !== isInView(before)) return isInView(after) ? 'in view' : 'out of view';
  if (after.scenario.goal.kind !== 'hold') return null;
  if (before.secondsInGoal === 0 && after.secondsInGoal > 0) return 'goal begun';
  return before.secondsInGoal > 0 && after.secondsInGoal === 0 ? 'goal lost' : null;
}

const isInView = ({ contact }: Flight): boolean => contact === 'in view';
