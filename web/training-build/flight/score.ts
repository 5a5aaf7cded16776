import { SCORE_FUEL, SCORE_PASSED, SCORE_POINTS, SCORE_QUALITY, SCORE_TIME } from '../flight-module/layout.js';
import type { FlightModule } from './flight-module.js';
import type { Flight } from './flight.js';

/** Points of a flight and their parts. Each part is from 0 to 1, `points` from 0 to the scenario's maximum. */
export interface Score {
  readonly points: number;
  readonly passed: boolean;
  readonly fuel: number;
  readonly time: number;
  /** Share for the distance by which points were missed, or from which the target was watched. */
  readonly distance: number;
}

export function scoreOf(flight: Flight, module: FlightModule): Score {
  module.load(flight).score();
  const { scoreBlock } = module;
  return {
    points: scoreBlock[SCORE_POINTS]!,
    passed: scoreBlock[SCORE_PASSED] === 1,
    fuel: scoreBlock[SCORE_FUEL]!,
    time: scoreBlock[SCORE_TIME]!,
    distance: scoreBlock[SCORE_QUALITY]!,
  };
}
