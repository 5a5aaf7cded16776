import type { Flight } from './flight.js';
import type { Goal } from './scenario.js';

/** Shares of the points for reaching the goal at all, for fuel, time and distance. */
const SHARES = { goal: 0.4, fuel: 0.3, time: 0.2, distance: 0.1 };
/** All that a flight can have that did not reach its goal. */
const LOST_SHARE = 0.25;

/** What a flight is worth, and why. Each part 0 to 1, `points` 0 to the scenario's maximum. */
export interface Score {
  readonly points: number;
  readonly passed: boolean;
  readonly fuel: number;
  readonly time: number;
  readonly distance: number;
}

/** No more points for less than par, none for all there was. */
const share = (used: number, par: number, all: number): number => clamp((all - used) / (all - par));

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

export function scoreOf(flight: Flight): Score {
  const { scenario, fuelUsed, elapsed } = flight;
  const passed = flight.outcome === 'goal reached';
  const fuel = share(fuelUsed, scenario.par.fuel, scenario.tank);
  const time = share(elapsed, scenario.par.seconds, scenario.timeLimit);
  const distance = accuracyOf(flight, scenario.goal);
  const worth = passed
    ? SHARES.goal + SHARES.fuel * fuel + SHARES.time * time + SHARES.distance * distance
    : LOST_SHARE * clamp(flight.progress);
  return { points: Math.round(scenario.maxScore * worth), passed, fuel, time, distance };
}

/** Within half the radius is as good as in the middle. */
function accuracyOf({ missed }: Flight, goal: Goal): number {
  return 'radius' in goal ? clamp(2 * (1 - missed / goal.radius)) : 1;
}
