import type { FlightScenario } from '../flight/scenario.js';
import type { FlightInputs } from './flown-flight.js';
import flights from './good-flights.json';

/**
 * Inputs of a good flight by the id of its scenario, with the version of the scenario's numbers. They are those of the autopilot in
 * `testing/near-optimal-flights.ts` where it has one. `good-flights.spec.ts` compares them.
 */
const GOOD_FLIGHTS = flights as unknown as Readonly<
  Record<string, (FlightInputs & { readonly version: number }) | undefined>
>;

/** Returns the inputs of a good flight of a scenario; undefined when there is none of these numbers. */
export function goodFlightOf({ scenarioId, version }: FlightScenario): FlightInputs | undefined {
  const good = GOOD_FLIGHTS[scenarioId];
  return good?.version === version ? good : undefined;
}
