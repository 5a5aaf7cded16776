/** Gravitational parameter of the Earth, m³/s² (WGS 84). */
const EARTH_MU = 3.986004418e14;
const EARTH_RADIUS = 6_378_137;

/** The target's circular orbit, and the integration step of motion about it. */
export interface Orbit {
  readonly name: string;
  readonly radius: number;
  /** Mean motion in radians a second. */
  readonly n: number;
  readonly period: number;
  /** Step of the integration and of the rules, in seconds. Inputs apply between two steps. */
  readonly step: number;
}

// Uses only operations that every engine rounds identically, because a flight is recomputed elsewhere from the same numbers.
const LOW_RADIUS = EARTH_RADIUS + 420_000;
const SIDEREAL_DAY = 86_164.1;

const circular = (name: string, radius: number, n: number, step: number): Orbit => ({
  name,
  radius,
  n,
  period: (2 * Math.PI) / n,
  step,
});

export const LOW_ORBIT = circular(
  'Low orbit, 420 km',
  LOW_RADIUS,
  Math.sqrt(EARTH_MU / (LOW_RADIUS * LOW_RADIUS * LOW_RADIUS)),
  2,
);
/** One revolution per sidereal day; the radius follows from it by Kepler's third law. */
export const GEOSTATIONARY = circular('Geostationary orbit', 42_164_172.723, (2 * Math.PI) / SIDEREAL_DAY, 30);
