import { startFlight } from '../flight/flight.js';
import { GEOSTATIONARY, LOW_ORBIT, type Orbit } from '../flight/orbit.js';
import { length, type State } from '../flight/state.js';
import { closedForm } from '../testing/closed-form.js';
import { compiledFlightModule } from '../testing/compiled-flight-module.js';
import { freeFlight } from '../testing/free-flight.js';
import { lookAhead, pointAt, predictPath, tickInterval, ticksOf } from './predicted-path.js';

const flightModule = compiledFlightModule();
const BEGIN = 1_000;

const predicted = (orbit: Orbit, start: State, elapsed = BEGIN) =>
  predictPath({ ...startFlight(freeFlight(orbit, start), flightModule), elapsed }, [0, 0, 0], flightModule);

describe.each([
  ['low', LOW_ORBIT, 1],
  ['geostationary', GEOSTATIONARY, 60],
])('a predicted path in %s orbit', (_, orbit, far) => {
  const start: State = {
    position: [-500 * far, -2_000 * far, 40 * far],
    velocity: [0.1, 1.5 * orbit.n * 480 * far, -0.02],
  };
  const { path, closest } = predicted(orbit, start);

  it('starts now and covers slightly more than one revolution', () => {
    expect(path[0]).toEqual({ time: BEGIN, at: start.position });
    expect(path.at(-1)!.time).toBeCloseTo(BEGIN + orbit.period * 1.1, 3);
  });

  it('is interpolated to a ten-thousandth of its size', () => {
    const time = BEGIN + orbit.period * 0.4321;
    const truth = closedForm(orbit.n, start, time - BEGIN).position;
    pointAt(path, time).forEach((part, axis) =>
      expect(Math.abs(part - truth[axis]!)).toBeLessThan(length(start.position) / 1e4),
    );
  });

  it('has the same closest approach as the closed-form solution', () => {
    let best = { time: 0, distance: Infinity };
    for (let t = 0; t <= orbit.period * 1.1; t += orbit.period / 20_000) {
      const distance = length(closedForm(orbit.n, start, t).position);
      if (distance < best.distance) best = { time: BEGIN + t, distance };
    }
    expect(Math.abs(closest.time - best.time)).toBeLessThan(orbit.period / 2_000);
    expect(Math.abs(closest.distance - best.distance)).toBeLessThan(far);
    expect(Math.abs(length(closest.at) - closest.distance)).toBeLessThan(far);
  });
});

it('has its closest approach now while the spacecraft moves away', () => {
  const { closest } = predicted(LOW_ORBIT, { position: [100, 0, 0], velocity: [0, -150 * LOW_ORBIT.n, 0] }, 60);
  expect(closest).toMatchObject({ time: 60, at: [100, 0, 0], distance: 100 });
});

it('includes the planned burn only when one is planned', () => {
  const flight = startFlight(freeFlight(LOW_ORBIT, { position: [0, -1_000, 0], velocity: [0, 0, 0] }), flightModule);
  expect(lookAhead(flight, [0, 0, 0], flightModule).planned).toBeNull();
  const { coasting, planned } = lookAhead(flight, [0, -0.2, 0], flightModule);
  expect(coasting.closest.distance).toBeCloseTo(1_000);
  expect(planned!.closest.distance).toBeLessThan(999);
});

describe('time ticks', () => {
  it('use round intervals that suit the visible part', () => {
    expect([240, 3_000, 6_120, 94_780].map((seconds) => tickInterval(seconds, 12))).toEqual([60, 300, 600, 10_800]);
    expect(tickInterval(1e9, 12)).toBe(86_400);
  });

  it('stay in place while the spacecraft moves on', () => {
    const start: State = { position: [-100, -900, 0], velocity: [0, 0.2, 0] };
    const ticks = ticksOf(predicted(LOW_ORBIT, start, 0).path, 600);
    expect(ticks.map(({ time }) => time)).toEqual([600, 1_200, 1_800, 2_400, 3_000, 3_600, 4_200, 4_800, 5_400, 6_000]);
    const later = ticksOf(predicted(LOW_ORBIT, closedForm(LOW_ORBIT.n, start, 700), 700).path, 600);
    expect(later[0]!.time).toBe(1_200);
    later[0]!.at.forEach((part, axis) => expect(part).toBeCloseTo(ticks[1]!.at[axis]!, 1));
  });
});
