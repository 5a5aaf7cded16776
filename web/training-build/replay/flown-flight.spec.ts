import fc from 'fast-check';
import { scenarios } from '../flight/scenarios.js';
import { scoreOf } from '../flight/score.js';
import { compiledFlightModule } from '../testing/compiled-flight-module.js';
import { FlownFlight } from './flown-flight.js';
import { flyAgain } from '../../../api/contracts/fly-again.rule.js';
import { SCENARIO_SIZE } from '../flight-module/layout.js';
import { encodeScenario } from '../flight/encoding.js';
import { generatedFlight } from '../testing/generated-flights.js';
import { goodFlightOf } from './good-flights.js';

const flightModule = compiledFlightModule();
const scenario = scenarios.find(({ title }) => title === 'Low Orbit Rendezvous')!;
const inputs = goodFlightOf(scenario)!;
const flown = new FlownFlight(scenario, inputs, flightModule);

it('ends like the flight that the server verifies, for generated flights', () => {
  fc.assert(
    fc.property(generatedFlight, ({ scenario: each, recording }) => {
      const { flight } = new FlownFlight(each, recording, flightModule).at(Infinity);
      const { points, passed } = scoreOf(flight, flightModule);
      const numbers = new Float64Array(SCENARIO_SIZE);
      encodeScenario(each, numbers);
      const verified = flyAgain(flightModule.run, [...numbers], recording);
      // The module has the scenario of the verified flight now.
      flightModule.begin({ ...each });
      expect({ totalScore: points, passed }).toEqual(verified);
    }),
    { numRuns: 40 },
  );
});

it('has the same state at a moment, whichever moment was read before', () => {
  const moments = [0, 100, 2_000, 999, flown.seconds, 1_001];
  const read = (times: readonly number[]) => new Map(times.map((time) => [time, flown.at(time).flight.state]));
  expect([...read(moments)].toSorted(([a], [b]) => a - b)).toEqual(
    [...read(moments.toSorted((a, b) => a - b))].toSorted(([a], [b]) => a - b),
  );
});

it('is at the start before it begins, and at its end after it', () => {
  expect(flown.at(-5).flight.elapsed).toBe(0);
  expect(flown.at(1e9).flight).toMatchObject({ elapsed: flown.seconds, outcome: 'goal reached' });
});

it('has the times of its burns, and its path until a time', () => {
  const burns = inputs.inputs.filter((input) => input.length === 4).map(([step]) => step * scenario.orbit.step);
  expect(flown.burnTimes).toEqual(burns);
  const trail = flown.trailUntil(1_000);
  expect(trail[0]).toEqual({ time: 0, at: scenario.start.position });
  expect(trail.at(-1)!.time).toBeLessThanOrEqual(1_000);
  expect(trail.length).toBeGreaterThan(10);
});

it('shows a burn from its step on', () => {
  const [first] = flown.burnTimes;
  expect([flown.at(first! - scenario.orbit.step), flown.at(first!)].map(({ flight }) => flight.burns)).toEqual([0, 1]);
});
