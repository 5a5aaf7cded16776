import { closedForm } from '../testing/closed-form.js';
import { compiledFlightModule } from '../testing/compiled-flight-module.js';
import { advance, coast, type Flight, predict, startFlight } from './flight.js';
import { GEOSTATIONARY, LOW_ORBIT, type Orbit } from './orbit.js';
import { freeFlight } from '../testing/free-flight.js';
import { length, type State, subtract, type Vector } from './state.js';

const flightModule = compiledFlightModule();
const start: State = { position: [-3_000, -15_000, 200], velocity: [0.4, 5.1, -0.2] };
const NO_BURN: Vector = [0, 0, 0];
const begin = (orbit: Orbit): Flight => startFlight(freeFlight(orbit, start), flightModule);
const apart = (a: Vector, b: Vector): number => length(subtract(a, b));

it.each([
  [LOW_ORBIT, 10],
  [LOW_ORBIT, LOW_ORBIT.period],
  [LOW_ORBIT, 3 * LOW_ORBIT.period],
  [GEOSTATIONARY, 3_600],
  [GEOSTATIONARY, 3 * GEOSTATIONARY.period],
])('agrees with the closed form in %o after %d seconds', (orbit, seconds) => {
  const flight = advance(begin(orbit), Math.round(seconds / orbit.step), 'target', flightModule);
  const exact = closedForm(orbit.n, start, flight.elapsed);
  expect(apart(flight.state.position, exact.position)).toBeLessThan(1e-3);
  expect(apart(flight.state.velocity, exact.velocity)).toBeLessThan(1e-6);
});

it.each([LOW_ORBIT, GEOSTATIONARY])('turns once per period by Kepler’s third law: $name', ({ n, radius, period }) => {
  expect((radius ** 3 * n ** 2) / 3.986004418e14).toBeCloseTo(1, 9);
  expect(period * n).toBeCloseTo(2 * Math.PI, 9);
});

it('coasts within a step without deciding an outcome', () => {
  const flight = advance(begin(LOW_ORBIT), 10, 'target', flightModule);
  const between = coast(flight, 0.7, flightModule);
  expect(between.elapsed).toBeCloseTo(20.7);
  expect(apart(between.state.position, closedForm(LOW_ORBIT.n, start, 20.7).position)).toBeLessThan(1e-6);
  expect(between.observed).toEqual(flight.observed);
});

describe('a predicted path', () => {
  it('contains the points that the spacecraft will pass', () => {
    const { points } = predict(begin(LOW_ORBIT), NO_BURN, { every: 60, points: 5, maxStep: 2 }, flightModule);
    expect(points).toHaveLength(5);
    points.forEach((point, index) => {
      expect(apart(point, closedForm(LOW_ORBIT.n, start, 60 * (index + 1)).position)).toBeLessThan(1e-6);
    });
  });

  it('starts with the planned burn and leaves the flight unchanged', () => {
    const flight = begin(LOW_ORBIT);
    const [point] = predict(flight, [0.5, -1, 0.2], { every: 60, points: 1, maxStep: 2 }, flightModule).points;
    const burnt: State = { ...start, velocity: [0.9, 4.1, 0] };
    expect(apart(point!, closedForm(LOW_ORBIT.n, burnt, 60).position)).toBeLessThan(1e-6);
    expect(flight.state).toEqual(start);
  });

  it('has the closest approach and its time', () => {
    const { n, period } = LOW_ORBIT;
    const { closest } = predict(begin(LOW_ORBIT), NO_BURN, { every: 15, points: 400, maxStep: 4 }, flightModule);
    const times = Array.from({ length: Math.round(period * 10) }, (_, index) => index / 10);
    const distances = times.map((time) => length(closedForm(n, start, time).position));
    const nearest = Math.min(...distances);
    expect(closest.distance).toBeCloseTo(nearest, 1);
    expect(Math.abs(closest.after - times[distances.indexOf(nearest)]!)).toBeLessThan(0.2);
  });

  it('has at most the maximum number of points', () => {
    const span = { every: 1, points: 100_000, maxStep: 2 };
    expect(predict(begin(LOW_ORBIT), NO_BURN, span, flightModule).points).toHaveLength(2_048);
  });
});
