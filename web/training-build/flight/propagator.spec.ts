import { closedForm } from '../testing/closed-form.js';
import { compilePropagator } from '../testing/compiled-motion.js';
import { GEOSTATIONARY, LOW_ORBIT } from './orbit.js';
import { type Propagator } from './propagator.js';
import { length, type State, subtract } from './state.js';

let propagator: Propagator;
beforeAll(async () => {
  propagator = await compilePropagator();
});

const start: State = { position: [-3_000, -15_000, 200], velocity: [0.4, 5.1, -0.2] };

it.each([
  [LOW_ORBIT, 10],
  [LOW_ORBIT, LOW_ORBIT.period],
  [LOW_ORBIT, 3 * LOW_ORBIT.period],
  [GEOSTATIONARY, 3_600],
  [GEOSTATIONARY, 3 * GEOSTATIONARY.period],
])('agrees with the closed form in %o after %d seconds', (orbit, seconds) => {
  const integrated = propagator.advance(orbit.n, start, seconds, orbit.step);
  const exact = closedForm(orbit.n, start, seconds);
  expect(length(subtract(integrated.position, exact.position))).toBeLessThan(1e-3);
  expect(length(subtract(integrated.velocity, exact.velocity))).toBeLessThan(1e-6);
});

it('moves the same in one step of time and in many', () => {
  const { n, step } = LOW_ORBIT;
  let stepwise = start;
  for (let count = 0; count < 100; count += 1) stepwise = propagator.advance(n, stepwise, 7, step);
  const atOnce = propagator.advance(n, start, 700, step);
  expect(length(subtract(stepwise.position, atOnce.position))).toBeLessThan(1e-6);
});

it('predicts the points it will pass', () => {
  const { n, step } = LOW_ORBIT;
  const path = propagator.predict(n, start, 60, 5, step);
  expect(path).toHaveLength(5);
  path.forEach((point, index) => {
    const { position } = closedForm(n, start, 60 * (index + 1));
    expect(length(subtract(point, position))).toBeLessThan(1e-6);
  });
});

it('predicts no more points than it has room for', () => {
  expect(propagator.predict(LOW_ORBIT.n, start, 1, 100_000, 2)).toHaveLength(2_048);
});
