import { closedForm } from '../testing/closed-form.js';
import { compiledFlightModule } from '../testing/compiled-flight-module.js';
import { freeFlight } from '../testing/free-flight.js';
import { advance, type Flight, startFlight } from './flight.js';
import { GEOSTATIONARY, LOW_ORBIT } from './orbit.js';
import type { Manoeuvre, FlightScenario } from './scenario.js';
import { add, closingSpeed, length, type State, subtract, type Vector } from './state.js';

const flightModule = compiledFlightModule();
const apart = (a: Vector, b: Vector): number => length(subtract(a, b));

describe('a scheduled burn of the target', () => {
  const start: State = { position: [-300, -4_000, 100], velocity: [0.1, 0.5, -0.05] };
  const manoeuvres: readonly Manoeuvre[] = [
    { after: 1_200, change: [0.2, -0.5, 0.1] },
    { after: 4_000, change: [-0.3, 0.4, 0] },
    { after: 4_000, change: [0, 0, 0.25] },
  ];
  const scenario: FlightScenario = { ...freeFlight(LOW_ORBIT, start), manoeuvres };
  const after = (seconds: number): Flight =>
    advance(startFlight(scenario, flightModule), seconds / LOW_ORBIT.step, 'target', flightModule);

  it('changes the relative motion by its opposite, as in the piecewise closed form', () => {
    const seconds = 3 * 5_000;
    let exact = start;
    let time = 0;
    for (const { after: at, change } of manoeuvres) {
      const { position, velocity } = closedForm(LOW_ORBIT.n, exact, at - time);
      exact = { position, velocity: subtract(velocity, change) };
      time = at;
    }
    exact = closedForm(LOW_ORBIT.n, exact, seconds - time);
    const { state } = after(seconds);
    expect(apart(state.position, exact.position)).toBeLessThan(1e-3);
    expect(apart(state.velocity, exact.velocity)).toBeLessThan(1e-6);
  });

  it('is reported after it has happened', () => {
    expect([after(1_198).targetBurns.scheduled, after(1_198).targetBurntAt]).toEqual([0, null]);
    expect([after(1_200).targetBurns.scheduled, after(1_200).targetBurntAt]).toEqual([1, 1_200]);
    expect([after(6_000).targetBurns.scheduled, after(6_000).targetBurntAt]).toEqual([3, 4_000]);
  });
});

describe('an evasive burn', () => {
  const evasion = { times: 2, radius: 1_000, speed: 0.25, change: 0.1 };
  const approaching = (velocity: Vector): Flight => {
    const start: State = { position: [0, -1_500, 40], velocity };
    return startFlight({ ...freeFlight(GEOSTATIONARY, start), evasion }, flightModule);
  };
  const isThreat = ({ state }: Flight): boolean =>
    length(state.position) < evasion.radius && closingSpeed(state) > evasion.speed;

  it('happens at the first step that ends inside the radius and too fast, and points away from the spacecraft', () => {
    const undisturbed = freeFlight(GEOSTATIONARY, approaching([0.05, 0.4, 0]).scenario.start);
    let alone = startFlight(undisturbed, flightModule);
    let flight = approaching([0.05, 0.4, 0]);
    while (!isThreat(alone)) {
      expect(flight.targetBurns.evasive).toBe(0);
      expect(flight.state).toEqual(alone.state);
      alone = advance(alone, 1, 'target', flightModule);
      flight = advance(flight, 1, 'target', flightModule);
    }
    expect([flight.targetBurns.evasive, flight.targetBurntAt]).toEqual([1, alone.elapsed]);
    const { position, velocity } = alone.state;
    const part = evasion.change / length(position);
    const wanted = add(velocity, [part * position[0], part * position[1], part * position[2]]);
    expect(apart(flight.state.velocity, wanted)).toBeLessThan(1e-12);
    expect(closingSpeed(alone.state) - closingSpeed(flight.state)).toBeCloseTo(evasion.change, 12);
  });

  it('happens at most as often as the target is able to', () => {
    const flight = advance(approaching([0, 0.9, 0]), 60, 'target', flightModule);
    expect(flight.targetBurns.evasive).toBe(2);
  });

  it('does not happen for a slow approach or a fast motion away', () => {
    expect(advance(approaching([0, 0.2, 0]), 200, 'target', flightModule).targetBurns.evasive).toBe(0);
    const leaving = { ...freeFlight(GEOSTATIONARY, { position: [0, -500, 0], velocity: [0, -1, 0] }), evasion };
    expect(advance(startFlight(leaving, flightModule), 10, 'target', flightModule).targetBurns.evasive).toBe(0);
  });
});
