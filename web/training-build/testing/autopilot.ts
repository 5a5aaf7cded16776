import { advance, burn, type Flight, startFlight } from '../flight/flight.js';
import type { FlightModule } from '../flight/flight-module.js';
import type { Scenario } from '../flight/scenario.js';
import { subtract, type Vector } from '../flight/state.js';
import { transferVelocity } from './closed-form.js';

/** Wait, then coast to `to` in `seconds`; without `to`: come to rest where one is. */
export interface Leg {
  readonly wait?: number;
  readonly to?: Vector;
  readonly seconds?: number;
}

/** As finely as the controls of a person allow. */
const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Flies two-impulse transfers, with the controls and rules of a person; then waits for the end. */
export function flyLegs(scenario: Scenario, legs: readonly Leg[], module: FlightModule): Flight {
  let flight = startFlight(scenario, module);
  const { n, step } = scenario.orbit;
  const stepsIn = (seconds: number): number => Math.ceil(seconds / step - 1e-9);
  const wait = (seconds: number): void => void (flight = advance(flight, stepsIn(seconds), 'target', module));
  for (const leg of legs) {
    wait(leg.wait ?? 0);
    const { position, velocity } = flight.state;
    const seconds = stepsIn(leg.seconds ?? 0) * step;
    const wanted = leg.to ? transferVelocity(n, position, leg.to, seconds) : ([0, 0, 0] as const);
    const change = subtract(wanted, velocity).map(rounded) as unknown as Vector;
    wait(Math.max(0, flight.coolAt - flight.elapsed));
    flight = burn(flight, change, module);
    wait(seconds);
  }
  wait(scenario.timeLimit);
  return flight;
}
