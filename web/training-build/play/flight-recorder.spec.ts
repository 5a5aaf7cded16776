import fc from 'fast-check';
import { FlightRecording } from '../../../api/contracts/flight.contract.js';
import { flyAgain } from '../../../api/contracts/fly-again.rule.js';
import { encodeFlight, encodeScenario } from '../flight/encoding.js';
import type { Flight } from '../flight/flight.js';
import { scenarios } from '../flight/scenarios.js';
import { scoreOf } from '../flight/score.js';
import { FLIGHT_SIZE, SCENARIO_SIZE } from '../flight-module/layout.js';
import { compiledFlightModule } from '../testing/compiled-flight-module.js';
import { FlightSession } from './flight-session.js';

const flightModule = compiledFlightModule();
const other = compiledFlightModule();
const hash = 'ab'.repeat(32);
const CUSTODY = scenarios.find(({ title }) => title === 'Custody of a Manoeuvring Satellite')!;
const OBSERVE = scenarios[0]!;

/** Runs the flight to its end at the highest time factor. */
function flyToTheEnd(session: FlightSession): void {
  session.pause(false);
  for (let press = 0; press < 6; press += 1) session.warpBy(1);
  while (session.read().flight.outcome === 'flying') session.tick(0.25);
}

const recordingOf = (session: FlightSession): FlightRecording =>
  session.recorder.recordingOf(session.read().flight, hash)!;

function flownAgain(session: FlightSession) {
  const block = new Float64Array(SCENARIO_SIZE);
  encodeScenario(session.scenario, block);
  return flyAgain(other.run, [...block], recordingOf(session));
}

/** Returns the numbers of the flight that was flown again last. */
const flightBlock = (): Float64Array =>
  new Float64Array(other.run.memory.buffer, other.run.flightPointer(), FLIGHT_SIZE).slice();

function blockOf(flight: Flight): Float64Array {
  const block = new Float64Array(FLIGHT_SIZE);
  encodeFlight(flight, block);
  return block;
}

const played = (session: FlightSession) => {
  const { points, passed } = scoreOf(session.read().flight, flightModule);
  return { totalScore: points, passed };
};

const part = fc.integer({ min: -30, max: 30 }).map((hundredths) => hundredths / 100);
/** What a player does, at any moment between and within steps. */
const action: fc.Arbitrary<(session: FlightSession) => void> = fc.oneof(
  fc.tuple(part, part, part).map((change) => (session: FlightSession) => {
    session.setPlan(change);
    session.fire();
  }),
  fc.constantFrom('azimuth', 'elevation', null).map((angle) => (session: FlightSession) => {
    if (!session.scenario.sensor) return;
    if (angle === null) session.aimSensor();
    else session.turnSensor(angle, 1, true);
  }),
  fc.constant((session: FlightSession) => session.nextFrame()),
  fc.constantFrom(1, -1).map((places) => (session: FlightSession) => session.warpBy(places)),
  fc.integer({ min: 1, max: 900 }).map((seconds) => (session: FlightSession) => {
    session.warpTo(session.read().flight.elapsed + seconds);
  }),
  fc.boolean().map((paused) => (session: FlightSession) => session.pause(paused)),
  fc.double({ min: 0.01, max: 0.3, noNaN: true }).map((seconds) => (session: FlightSession) => {
    for (let picture = 0; picture < 20; picture += 1) session.tick(seconds);
  }),
);

it('records every input that the flight depends on, to the last bit', () => {
  fc.assert(
    fc.property(fc.constantFrom(...scenarios), fc.array(action, { maxLength: 40 }), (scenario, actions) => {
      const session = new FlightSession(scenario, flightModule);
      for (const act of actions) act(session);
      flyToTheEnd(session);
      expect(flownAgain(session)).toStrictEqual(played(session));
      expect(flightBlock()).toEqual(blockOf(session.read().flight));
      expect(FlightRecording.parse(recordingOf(session))).toEqual(recordingOf(session));
    }),
    { numRuns: 60 },
  );
});

it('records a flight in a few hundred bytes, and the same flight after JSON', () => {
  const session = new FlightSession(OBSERVE, flightModule);
  session.setPlan([0.12, -0.3, 0]);
  session.fire();
  session.tick(0.25);
  session.setFrame('inertial');
  flyToTheEnd(session);
  const text = JSON.stringify(recordingOf(session));
  expect(text).toBe(`{"module":"${hash}","scenarioVersion":1,"steps":5400,"inputs":[[0,0.12,-0.3,0],[1,1]]}`);
});

it('records only the last of several directions between two steps, and no rejected burn', () => {
  const session = new FlightSession(CUSTODY, flightModule);
  for (let press = 0; press < 5; press += 1) session.turnSensor('azimuth', -1);
  session.fire();
  session.tick(0.25);
  session.turnSensor('elevation', 1, true);
  expect(recordingOf(session).inputs).toEqual([
    [0, -10, 0],
    [1, -10, 20],
  ]);
});

it('records no sensor where there is none, and no frame in which nothing was flown', () => {
  const session = new FlightSession(OBSERVE, flightModule);
  session.aimSensor();
  session.nextFrame();
  session.setFrame('target');
  session.tick(0.25);
  expect(recordingOf(session).inputs).toEqual([]);
});

it('has no recording of a flight with more inputs than the platform accepts', () => {
  const session = new FlightSession(CUSTODY, flightModule);
  for (let input = 0; input <= 500; input += 1) {
    session.turnSensor('azimuth', 1);
    session.tick(0.25);
  }
  expect(session.recorder.recordingOf(session.read().flight, hash)).toBeUndefined();
});
