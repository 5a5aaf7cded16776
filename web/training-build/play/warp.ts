import type { Flight } from '../flight/flight.js';

/** Seconds of playing that a warp takes, however far it leads. */
export const WARP_LASTS_S = 2;

/** Why a warp ended before its time. */
type WarpStop =
  'over' | 'point passed' | 'speed limit' | 'target burnt' | 'in view' | 'out of view' | 'goal begun' | 'goal lost';
export type WarpEnd = 'arrived' | WarpStop;

/** The event between two steps that ends a warp, so that the player can act on it; null when there is none. */
export function warpStop(before: Flight, after: Flight): WarpStop | null {
  if (after.outcome !== 'flying') return 'over';
  if (after.visited > before.visited) return 'point passed';
  if (after.limit?.isNear && !before.limit?.isNear) return 'speed limit';
  if (after.targetBurntAt !== before.targetBurntAt) return 'target burnt';
  if (isInView(after) !== isInView(before)) return isInView(after) ? 'in view' : 'out of view';
  if (after.scenario.goal.kind !== 'hold') return null;
  if (before.held === 0 && after.held > 0) return 'goal begun';
  return before.held > 0 && after.held === 0 ? 'goal lost' : null;
}

const isInView = ({ contact }: Flight): boolean => contact === 'in view';
