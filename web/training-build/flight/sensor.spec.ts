import fc from 'fast-check';
import { compiledFlightModule } from '../testing/compiled-flight-module.js';
import { freeFlight } from '../testing/free-flight.js';
import { aimAtTarget } from './aim.js';
import { advance, burn, type Contact, type Flight, point, startFlight } from './flight.js';
import { GEOSTATIONARY, LOW_ORBIT, type Orbit } from './orbit.js';
import type { Pointing, FlightScenario, Sensor } from './scenario.js';
import { scoreOf } from './score.js';
import { length, type State, type Vector } from './state.js';

const flightModule = compiledFlightModule();
const EARTH_RADIUS = 6_378_137;
const DEGREE = Math.PI / 180;
const still = (position: Vector): State => ({ position, velocity: [0, 0, 0] });
const BEHIND = still([0, -1_000, 0]);
const SENSOR: Sensor = { halfAngle: 10, range: 2_000, glare: 30, phase: 180, start: { azimuth: 0, elevation: 0 } };
/** Above the target at the start. The target stays lit for more than a quarter of an orbit. */
const NOON = { angle: 0, beta: 0 };

const flightIn = (orbit: Orbit, start: State, more: Partial<FlightScenario>): Flight =>
  startFlight({ ...freeFlight(orbit, start), ...more }, flightModule);

function sunAt(orbit: Orbit, { angle, beta }: { angle: number; beta: number }, seconds: number): Vector {
  const theta = angle * DEGREE - orbit.n * seconds;
  const level = Math.cos(beta * DEGREE);
  return [level * Math.cos(theta), level * Math.sin(theta), Math.sin(beta * DEGREE)];
}

describe('the Sun', () => {
  it.each([
    [LOW_ORBIT, { angle: 20, beta: 25 }],
    [GEOSTATIONARY, { angle: -130, beta: -6 }],
  ])('turns backwards once per orbit in %o, from %o', (orbit, sun) => {
    let flight = flightIn(orbit, BEHIND, { sun });
    for (let count = 0; count < 40; count += 1) {
      const wanted = sunAt(orbit, sun, flight.elapsed);
      flight.sun.forEach((component, axis) => expect(component).toBeCloseTo(wanted[axis]!, 12));
      flight = advance(flight, 97, 'target', flightModule);
    }
  });

  it.each([
    [LOW_ORBIT, 0],
    [LOW_ORBIT, 25],
    [LOW_ORBIT, -60],
    [LOW_ORBIT, 75],
    [GEOSTATIONARY, 0],
    [GEOSTATIONARY, 6],
    [GEOSTATIONARY, 10],
  ])(
    "is hidden by the Earth's cylinder for the expected part of an orbit in %o with a beta angle of %d",
    (orbit, beta) => {
      let flight = flightIn(orbit, BEHIND, { sun: { angle: 0, beta } });
      let inShadow = 0;
      while (flight.elapsed < orbit.period) {
        flight = advance(flight, 1, 'target', flightModule);
        if (flight.isInShadow) inShadow += orbit.step;
      }
      const edge = Math.sqrt(1 - (EARTH_RADIUS / orbit.radius) ** 2) / Math.cos(beta * DEGREE);
      const share = edge < 1 ? Math.acos(edge) / Math.PI : 0;
      expect(Math.abs(inShadow - share * orbit.period)).toBeLessThanOrEqual(orbit.step);
    },
  );
});

const angleBetween = (a: Vector, b: Vector): number =>
  Math.acos(Math.min(1, Math.max(-1, (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) / length(a) / length(b)))) / DEGREE;

const directionOf = ({ azimuth, elevation }: Pointing): Vector => [
  Math.cos(elevation * DEGREE) * Math.sin(azimuth * DEGREE),
  Math.cos(elevation * DEGREE) * Math.cos(azimuth * DEGREE),
  Math.sin(elevation * DEGREE),
];

/** Returns the expected contact from the angles, in the order in which the module decides. Null if an angle is at its limit. */
function contactByAngles(position: Vector, pointing: Pointing, sun: Vector, sensor: Sensor): Contact | null {
  const towards: Vector = [-position[0], -position[1], -position[2]];
  const offAxis = angleBetween(directionOf(pointing), towards);
  const toSun = angleBetween(directionOf(pointing), sun);
  const phase = angleBetween(sun, position);
  const edges = [offAxis - sensor.halfAngle, toSun - sensor.glare, phase - sensor.phase];
  if (edges.some((edge) => Math.abs(edge) < 1e-6)) return null;
  if (length(position) > sensor.range) return 'too far';
  if (offAxis > sensor.halfAngle) return 'outside the field';
  if (toSun < sensor.glare) return 'in glare';
  return phase > sensor.phase ? 'wrong side' : 'in view';
}

it('sees a target inside cone, range and light, by the angles between the directions', () => {
  const coordinate = fc.double({ min: -2_000, max: 2_000, noNaN: true });
  const seen = new Set<Contact>();
  fc.assert(
    fc.property(
      fc.tuple(coordinate, coordinate, coordinate).filter((position) => length(position) > 1),
      fc.record({ azimuth: fc.integer({ min: -179, max: 180 }), elevation: fc.integer({ min: -90, max: 90 }) }),
      // never below the horizon, so that the Earth hides nothing
      fc.record({ angle: fc.integer({ min: -90, max: 90 }), beta: fc.integer({ min: -80, max: 80 }) }),
      fc.record({ halfAngle: fc.integer({ min: 5, max: 120 }), phase: fc.integer({ min: 10, max: 170 }) }),
      (position, pointing, sun, angles) => {
        const sensor: Sensor = { ...SENSOR, ...angles };
        const flight = point(flightIn(LOW_ORBIT, still(position), { sun, sensor }), pointing, flightModule);
        const wanted = contactByAngles(position, pointing, sunAt(LOW_ORBIT, sun, 0), sensor);
        fc.pre(wanted !== null);
        seen.add(flight.contact);
        expect(flight.contact).toBe(wanted);
      },
    ),
    { numRuns: 2_000, seed: 17 },
  );
  expect([...seen].toSorted()).toEqual(['in glare', 'in view', 'outside the field', 'too far', 'wrong side']);
});

describe('the sensor', () => {
  it('sees nothing in the shadow of the Earth, and reports that before any other reason', () => {
    expect(flightIn(LOW_ORBIT, still([0, -9_000, 0]), { sun: { angle: 180, beta: 0 }, sensor: SENSOR }).contact).toBe(
      'in shadow',
    );
  });

  it('is absent in scenarios without one', () => {
    expect(flightIn(LOW_ORBIT, BEHIND, {}).contact).toBe('no sensor');
  });

  it.each([
    [
      { azimuth: 190, elevation: 0 },
      { azimuth: -170, elevation: 0 },
    ],
    [
      { azimuth: -180, elevation: 95 },
      { azimuth: 180, elevation: 90 },
    ],
    [
      { azimuth: 725.4, elevation: -12.6 },
      { azimuth: 5, elevation: -13 },
    ],
  ])('rounds the pointing to whole degrees: %o becomes %o', (given, wanted) => {
    expect(point(flightIn(LOW_ORBIT, BEHIND, { sensor: SENSOR }), given, flightModule).pointing).toEqual(wanted);
  });

  it('stops turning when the flight is over', () => {
    const flight = flightIn(LOW_ORBIT, BEHIND, {
      sensor: SENSOR,
      timeLimit: 2,
      goal: { kind: 'observe', seconds: 60 },
    });
    const over = advance(flight, 1, 'target', flightModule);
    expect(point(over, { azimuth: 90, elevation: 0 }, flightModule)).toEqual(over);
  });

  it('aims at the target with an error of up to half a degree in each angle', () => {
    const coordinate = fc.double({ min: -2_000, max: 2_000, noNaN: true });
    fc.assert(
      fc.property(
        fc.tuple(coordinate, coordinate, coordinate).filter((position) => length(position) > 1),
        (position) => {
          const aimed = directionOf(aimAtTarget(still(position)));
          expect(angleBetween(aimed, [-position[0], -position[1], -position[2]])).toBeLessThan(0.71);
        },
      ),
    );
  });

  it('has a direction even inside the target', () => {
    expect(aimAtTarget(still([0, 0, 0]))).toEqual({ azimuth: 0, elevation: 0 });
  });
});

describe('watching', () => {
  const goal = { kind: 'watch', seconds: 600 } as const;
  const rules = { goal, sun: NOON, sensor: SENSOR, timeLimit: 6_000, tank: 1, maxScore: 1_000 };
  const par = { fuel: 0.1, seconds: 1_000 };
  const aside = { azimuth: 90, elevation: 0 };

  it('counts the seconds in view, with interruptions', () => {
    let flight = advance(flightIn(LOW_ORBIT, BEHIND, rules), 100, 'target', flightModule);
    expect([flight.secondsInGoal, flight.progress]).toEqual([200, 1 / 3]);
    flight = advance(point(flight, aside, flightModule), 100, 'target', flightModule);
    expect([flight.contact, flight.secondsInGoal]).toEqual(['outside the field', 200]);
    flight = point(flight, SENSOR.start, flightModule);
    flight = advance(flight, 1_000, 'target', flightModule);
    expect([flight.outcome, flight.secondsInGoal, flight.elapsed]).toEqual(['goal reached', 600, 800]);
  });

  it('gives all points within half the range, and fewer beyond', () => {
    const reached = (distance: number): Flight =>
      advance(flightIn(LOW_ORBIT, still([0, -distance, 0]), { ...rules, par }), 300, 'target', flightModule);
    expect(scoreOf(reached(1_000), flightModule)).toMatchObject({ passed: true, distance: 1, points: 1_000 });
    expect(scoreOf(reached(1_500), flightModule)).toMatchObject({ passed: true, distance: 0.5, points: 950 });
  });

  it('continues with an empty tank, because watching needs no fuel', () => {
    const empty = burn(flightIn(LOW_ORBIT, BEHIND, rules), [0, 0, 1], flightModule);
    expect([empty.fuelLeft, empty.outcome]).toEqual([0, 'flying']);
  });
});
