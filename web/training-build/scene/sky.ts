import type { Flight, Frame } from '../flight/flight.js';
import type { Orbit } from '../flight/orbit.js';
import type { Vector } from '../flight/state.js';
import { seenFrom, toPicture } from './frames.js';

export const EARTH_RADIUS = 6_378_137;
const SIDEREAL_DAY = 86_164.1;
/** Half the width of the shadow's edge in metres: refraction by the atmosphere, and the penumbra per metre behind the Earth. */
const EDGE_OF_AIR = 20_000;
const PENUMBRA = 0.00465;

/** Earth, Sun and stars around a picture, in the picture's axes. */
export interface Sky {
  /** Centre of the Earth in Earth radii, relative to the middle of the picture. */
  readonly earth: Vector;
  /** Direction to the Sun, length 1. */
  readonly sun: Vector;
  /** The picture's axes in ground coordinates. Ground axes point to 0° east, 90° east and the North Pole. */
  readonly ground: readonly [x: Vector, y: Vector, z: Vector];
  /** Rotation of the stars about the picture's z axis, in radians. */
  readonly stars: number;
  /** Share of the Sun that is visible, 0 to 1. */
  readonly sunlight: number;
}

/** Location over the Earth where flights start, in degrees; `argument` is the angle since the orbit crossed the equator. */
interface Beginning {
  readonly inclination: number;
  readonly argument: number;
  readonly longitude: number;
}

/** Eastward over North Africa: the cross-track view shows the Mediterranean with north up. */
const LOW: Beginning = { inclination: 28.5, argument: 72, longitude: 14 };
/** A geostationary orbit stays over one location on the equator. */
const GEOSTATIONARY: Beginning = { inclination: 0, argument: 0, longitude: 10 };

const beginningOf = ({ period }: Orbit): Beginning => (period > SIDEREAL_DAY * 0.9 ? GEOSTATIONARY : LOW);

/** Returns the sky around a flight's picture in a frame of reference. */
export function skyOf({ scenario, elapsed, state, sun }: Flight, frame: Frame): Sky {
  const { orbit } = scenario;
  const isTurning = frame !== 'inertial';
  const turn = orbit.n * elapsed;
  const distance = orbit.radius / EARTH_RADIUS;
  const [x, y, z] = state.position;
  const down: Vector = [-distance, 0, 0];
  const seen = (at: Vector): Vector => toPicture(isTurning ? at : seenFrom('inertial', orbit.n, { time: elapsed, at }));
  return {
    earth: seen(down),
    sun: seen(sun),
    ground: groundAxes(orbit, isTurning ? turn : 0, elapsed),
    stars: isTurning ? turn : 0,
    sunlight: sunlightAt([orbit.radius + x, y, z], sun),
  };
}

/** Returns the share of the Sun visible from a point in metres from the Earth's centre; `sun` is a direction of length 1. */
export function sunlightAt(point: Vector, sun: Vector): number {
  const along = dot(point, sun);
  if (along >= 0) return 1;
  const fromAxis = Math.sqrt(Math.max(0, dot(point, point) - along * along));
  const edge = EDGE_OF_AIR - PENUMBRA * along;
  const share = Math.min(1, Math.max(0, (fromAxis - EARTH_RADIUS + edge) / (2 * edge)));
  return share * share * (3 - 2 * share);
}

/** Returns the sky behind the menu: the Earth rotates slowly in the lower right of the picture. */
export function skyOfMenu(seconds: number, aspect: number): Sky {
  const [longitude, latitude] = [0.2 - seconds * 0.01, 0.45];
  const towards: Vector = [
    Math.cos(latitude) * Math.cos(longitude),
    Math.cos(latitude) * Math.sin(longitude),
    Math.sin(latitude),
  ];
  const east: Vector = [-Math.sin(longitude), Math.cos(longitude), 0];
  return {
    earth: [Math.min(0.9, aspect * 0.5), -0.5, -3.1],
    sun: unit([-0.6, 0.45, 0.7]),
    ground: [east, cross(towards, east), towards],
    stars: 0,
    sunlight: 1,
  };
}

/**
 * Returns the picture's axes in ground coordinates: `turn` is the rotation of the axes since the start in radians, `seconds` the time of
 * the Earth's rotation.
 */
function groundAxes(orbit: Orbit, turn: number, seconds: number): Sky['ground'] {
  const { inclination, argument, longitude } = beginningOf(orbit);
  const tilt = inclination * DEGREE;
  const angle = argument * DEGREE + turn;
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const began = argument * DEGREE;
  const beganEast = Math.atan2(Math.sin(began) * Math.cos(tilt), Math.cos(began));
  const east = longitude * DEGREE - beganEast - (2 * Math.PI * seconds) / SIDEREAL_DAY;
  const radial: Vector = [c, s * Math.cos(tilt), s * Math.sin(tilt)];
  const along: Vector = [-s, c * Math.cos(tilt), c * Math.sin(tilt)];
  const backward: Vector = [0, Math.sin(tilt), -Math.cos(tilt)];
  return [turned(along, east), turned(radial, east), turned(backward, east)];
}

const DEGREE = Math.PI / 180;

function turned([x, y, z]: Vector, east: number): Vector {
  const [s, c] = [Math.sin(east), Math.cos(east)];
  return [c * x - s * y, s * x + c * y, z];
}

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Vector): Vector => {
  const size = Math.sqrt(dot(a, a));
  return [a[0] / size, a[1] / size, a[2] / size];
};
