import type { Flight, Frame } from '../flight/flight.js';
import { GEOSTATIONARY, LOW_ORBIT, type Orbit } from '../flight/orbit.js';
import { startFlight } from '../flight/flight.js';
import { scenarios } from '../flight/scenarios.js';
import type { Vector } from '../flight/state.js';
import { compiledFlightModule } from '../testing/compiled-flight-module.js';
import { EARTH_RADIUS, type Sky, skyOf, skyOfMenu, sunlightAt } from './sky.js';

const flightModule = compiledFlightModule();
const QUARTER = Math.PI / 2;

/** Returns a flight after part of an orbit, with the Sun's direction at that time when it began at `sun`, in the orbit's plane. */
function flightAt(orbit: Orbit, turn: number, sun = 0): Flight {
  const scenario = scenarios.find((candidate) => candidate.orbit.name === orbit.name)!;
  return {
    ...startFlight({ ...scenario, orbit }, flightModule),
    elapsed: turn / orbit.n,
    sun: [Math.cos(sun - turn), Math.sin(sun - turn), 0],
  };
}

const sunIn = (frame: Frame, turn: number): Vector => skyOf(flightAt(LOW_ORBIT, turn, QUARTER), frame).sun;
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Returns longitude and latitude below the middle of the picture, in degrees. */
function placeBelow({ earth, ground: [x, y, z] }: Sky): [longitude: number, latitude: number] {
  const size = Math.sqrt(dot(earth, earth));
  const [a, b, c] = [0, 1, 2].map((part) => -(x[part]! * earth[0] + y[part]! * earth[1] + z[part]! * earth[2]) / size);
  return [(Math.atan2(b!, a!) * 180) / Math.PI, (Math.asin(c!) * 180) / Math.PI];
}

function expectVector(actual: Vector, expected: Vector): void {
  actual.forEach((part, index) => expect(part).toBeCloseTo(expected[index]!, 9));
}

describe('the Sun', () => {
  it('keeps its direction in the inertial frame', () => {
    for (const turn of [0, 1, 4]) expectVector(sunIn('inertial', turn), [1, 0, 0]);
  });

  it.each(['target', 'spacecraft'] as const)('rotates once per orbit in the frame of the %s', (frame) => {
    expectVector(sunIn(frame, 0), [1, 0, 0]);
    expectVector(sunIn(frame, QUARTER), [0, 1, 0]);
    expectVector(sunIn(frame, 2 * QUARTER), [-1, 0, 0]);
    expectVector(sunIn(frame, 4 * QUARTER), [1, 0, 0]);
  });

  it('keeps its height above the Earth in every frame', () => {
    const height = (frame: Frame): number => {
      const { earth, sun } = skyOf(flightAt(LOW_ORBIT, 2.2, 0.4), frame);
      return dot(earth, sun);
    };
    expect(height('inertial')).toBeCloseTo(height('target'), 9);
  });

  it.each(scenarios.map(({ title }) => title))('starts in daylight: %s', (title) => {
    const scenario = scenarios.find((candidate) => candidate.title === title)!;
    expect(skyOf(startFlight(scenario, flightModule), 'target').sunlight).toBe(1);
  });
});

describe("the Earth's shadow", () => {
  it.each([LOW_ORBIT, GEOSTATIONARY])('lasts as long as the closed form for a cylinder predicts: $name', (orbit) => {
    for (const beta of [0, 0.05, 0.1]) {
      const steps = 200_000;
      let dark = 0;
      for (let step = 0; step < steps; step += 1) {
        const turn = (2 * Math.PI * step) / steps;
        const sun: Vector = [Math.cos(beta) * Math.cos(turn), Math.cos(beta) * Math.sin(turn), Math.sin(beta)];
        if (sunlightAt([orbit.radius, 0, 0], sun) < 0.5) dark += 1;
      }
      const horizon = Math.sqrt(1 - (EARTH_RADIUS / orbit.radius) ** 2);
      expect(dark / steps).toBeCloseTo(Math.acos(horizon / Math.cos(beta)) / Math.PI, 4);
    }
  });

  it('has a soft edge', () => {
    const at = (fromAxis: number): number => sunlightAt([-2_000_000, fromAxis, 0], [1, 0, 0]);
    expect([at(EARTH_RADIUS - 40_000), at(EARTH_RADIUS), at(EARTH_RADIUS + 40_000)]).toEqual([0, 0.5, 1]);
    expect(at(EARTH_RADIUS + 10_000)).toBeGreaterThan(at(EARTH_RADIUS + 5_000));
  });

  it('covers only the far side', () => expect(sunlightAt([7_000_000, 0, 0], [1, 0, 0])).toBe(1));
});

describe('the Earth', () => {
  it('shows the same location below a geostationary orbit', () => {
    for (const turn of [0, 1, 3, 9])
      for (const frame of ['target', 'inertial'] as const) {
        const [longitude, latitude] = placeBelow(skyOf(flightAt(GEOSTATIONARY, turn), frame));
        expect([longitude, latitude]).toEqual([expect.closeTo(10, 6), expect.closeTo(0, 6)]);
      }
  });

  it("moves eastward below a low orbit, whose next pass is further west by the Earth's rotation", () => {
    const at = (turn: number): [number, number] => placeBelow(skyOf(flightAt(LOW_ORBIT, turn), 'target'));
    const [start, soon, next] = [at(0), at(0.1), at(4 * QUARTER)];
    expect(start).toEqual([expect.closeTo(14, 6), expect.closeTo(27, 0)]);
    expect(soon[0]).toBeGreaterThan(start[0] + 5);
    expect(next[0]).toBeCloseTo(start[0] - (360 * LOW_ORBIT.period) / 86_164.1, 6);
    expect(next[1]).toBeCloseTo(start[1], 6);
  });

  it('shows the same location below in every frame', () => {
    const [target, inertial] = (['target', 'inertial'] as const).map((frame) =>
      placeBelow(skyOf(flightAt(LOW_ORBIT, 2.5), frame)),
    );
    expect(inertial).toEqual(target!.map((part) => expect.closeTo(part, 6)));
  });

  it('rotates eastward behind the menu with north up', () => {
    const [begin, later] = [skyOfMenu(0, 1.6), skyOfMenu(10, 1.6)];
    const longitude = ({ ground: [, , towards] }: Sky): number => Math.atan2(towards[1], towards[0]);
    expect(longitude(later)).toBeLessThan(longitude(begin));
    expect(begin.ground[1][2]).toBeGreaterThan(0.8);
    expect(dot(begin.ground[0], begin.ground[1])).toBeCloseTo(0, 9);
  });
});
