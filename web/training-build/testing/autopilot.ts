import { advance, burn, type Flight, startFlight } from '../flight/flight.js';
import type { Propagator } from '../flight/propagator.js';
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
export function flyLegs(scenario: Scenario, legs: readonly Leg[], propagator: Propagator): Flight {
  let flight = startFlight(scenario);
  const wait = (seconds: number): void => void (flight = advance(flight, seconds, 'target', propagator));
  for (const leg of legs) {
    wait(leg.wait ?? 0);
    const { position, velocity } = flight.state;
    const wanted = leg.to ? transferVelocity(scenario.orbit.n, position, leg.to, leg.seconds!) : ([0, 0, 0] as const);
    const change = subtract(wanted, velocity).map(rounded) as unknown as Vector;
    wait(Math.max(0, flight.coolAt - flight.elapsed));
    flight = burn(flight, change, propagator);
    wait(leg.to ? leg.seconds! : 0);
  }
  wait(scenario.timeLimit);
  return flight;
}
