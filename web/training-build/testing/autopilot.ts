import { aimAtTarget } from '../flight/aim.js';
import { advance, burn, type Flight, point, startFlight } from '../flight/flight.js';
import type { FlightModule } from '../flight/flight-module.js';
import type { FlightScenario } from '../flight/scenario.js';
import { subtract, type Vector } from '../flight/state.js';
import { FlightRecorder } from '../play/flight-recorder.js';
import { transferVelocity } from './closed-form.js';

/** A leg of a flight: wait, then coast to `to` in `seconds`; or enter the ellipse around the target; or stop the drift. */
export interface Leg {
  readonly wait?: number;
  readonly to?: Vector;
  readonly seconds?: number;
  readonly ellipse?: true;
}

/** Rounds to the resolution of the player's controls. */
const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Steps between two aims of the sensor: one minute in low orbit, ten at geostationary altitude. */
const AIM_EVERY = { 2: 30, 30: 20 } as Readonly<Record<number, number>>;

/**
 * Flies two-impulse transfers with the player's controls and rules, and then waits for the end. Keeps a sensor on the target. `recorder`
 * receives the inputs.
 */
export function flyLegs(
  scenario: FlightScenario,
  legs: readonly Leg[],
  module: FlightModule,
  recorder = new FlightRecorder(),
): Flight {
  let flight = startFlight(scenario, module);
  const { n, step } = scenario.orbit;
  const stepsIn = (seconds: number): number => Math.ceil(seconds / step - 1e-9);
  const wait = (seconds: number): void => {
    const most = scenario.sensor ? AIM_EVERY[step]! : Infinity;
    for (let left = stepsIn(seconds); left > 0 && flight.outcome === 'flying'; left -= most) {
      if (scenario.sensor) flight = point(flight, aimAtTarget(flight.state), module);
      recorder.point(flight);
      flight = advance(flight, Math.min(left, most), 'target', module);
    }
  };
  for (const leg of legs) {
    wait(leg.wait ?? 0);
    const { position, velocity } = flight.state;
    const seconds = stepsIn(leg.seconds ?? 0) * step;
    const change = subtract(velocityFor(leg, n, position, seconds), velocity).map(rounded) as unknown as Vector;
    wait(Math.max(0, flight.coolAt - flight.elapsed));
    recorder.burn(flight, change);
    flight = burn(flight, change, module);
    wait(seconds);
  }
  wait(scenario.timeLimit);
  return flight;
}

function velocityFor(leg: Leg, n: number, position: Vector, seconds: number): Vector {
  if (leg.to) return transferVelocity(n, position, leg.to, seconds);
  return leg.ellipse ? [(n * position[1]) / 2, -2 * n * position[0], 0] : [0, -2 * n * position[0], 0];
}
