/** Gravitational parameter of the Earth, m³/s² (WGS 84). */
const EARTH_MU = 3.986004418e14;
const EARTH_RADIUS = 6_378_137;

/** The target's circular orbit, and how finely motion about it is integrated. */
export interface Orbit {
  readonly name: string;
  readonly radius: number;
  /** Mean motion in radians a second. */
  readonly n: number;
  readonly period: number;
  /** Longest step of the integration and of the rules, in seconds. */
  readonly step: number;
}

function circular(name: string, radius: number, step: number): Orbit {
  const n = Math.sqrt(EARTH_MU / radius ** 3);
  return { name, radius, n, period: (2 * Math.PI) / n, step };
}

export const LOW_ORBIT = circular('Low orbit, 420 km', EARTH_RADIUS + 420_000, 2);
/** One turn in one sidereal day of 86,164.1 s. */
export const GEOSTATIONARY = circular('Geostationary orbit', Math.cbrt(EARTH_MU / ((2 * Math.PI) / 86_164.1) ** 2), 30);
