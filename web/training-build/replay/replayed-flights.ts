import type { ReplayedAttempt } from '../bridge/bridge.js';
import type { FlightModule } from '../flight/flight-module.js';
import { scenarios } from '../flight/scenarios.js';
import { FlownFlight } from './flown-flight.js';
import { goodFlightOf } from './good-flights.js';

/** A flight of a replay. `name` is its player's, or says that it is the good flight. */
export interface ReplayedFlight {
  readonly name: string;
  readonly colour: readonly [number, number, number];
  readonly flown: FlownFlight;
}

/** Colours of the paths: of the first flight, a second one, and the good flight. They also differ in the list by a pattern. */
const FIRST = [0.55, 0.75, 1] as const;
const SECOND = [1, 0.55, 0.75] as const;
const GOOD = [0.43, 0.91, 0.72] as const;

/**
 * Returns the flights that this build can compute again, with a good flight of the scenario as the last one. Flights of another scenario
 * than the first one, of another module and without recorded inputs are omitted.
 */
export function replayedFlights(attempts: readonly ReplayedAttempt[], module: FlightModule): readonly ReplayedFlight[] {
  const playable = attempts.flatMap(({ name, scenarioId, flight }) => {
    const scenario = scenarios.find((each) => each.scenarioId === scenarioId);
    const isKnown = scenario && flight?.module === module.hash && flight.scenarioVersion === scenario.version;
    return isKnown ? [{ name, scenario, flight }] : [];
  });
  const scenario = playable[0]?.scenario;
  if (!scenario) return [];
  const flown = playable
    .filter((each) => each.scenario === scenario)
    .map(({ name, flight }, nth) => ({
      name,
      colour: nth === 0 ? FIRST : SECOND,
      flown: new FlownFlight(scenario, flight, module),
    }));
  const good = goodFlightOf(scenario);
  return good
    ? [...flown, { name: 'A good flight', colour: GOOD, flown: new FlownFlight(scenario, good, module) }]
    : flown;
}
