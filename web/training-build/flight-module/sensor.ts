/**
 * The Sun, the Earth's shadow, and the sensor's contact with the target. The Sun's direction is fixed in space, so it turns backwards in
 * the rotating axes of the target. The shadow is a cylinder of the Earth's radius. Angles are compared by their cosines.
 */
import { flight, range, scenario } from './blocks';
import {
  AZIMUTH,
  CONTACT,
  ELAPSED,
  ELEVATION,
  HAS_SENSOR,
  IN_GLARE,
  IN_SHADOW,
  IN_VIEW,
  IS_IN_SHADOW,
  MEAN_MOTION,
  NO_SENSOR,
  ORBIT_RADIUS,
  OUTSIDE_FIELD,
  SENSOR_GLARE,
  SENSOR_HALF_ANGLE,
  SENSOR_PHASE,
  SENSOR_RANGE,
  SUN,
  SUN_ANGLE,
  SUN_BETA,
  TOO_FAR,
  WRONG_SIDE,
} from './layout';

const EARTH_RADIUS: f64 = 6378137.0;
const DEGREE: f64 = Math.PI / 180.0;

/** Writes the Sun's direction at the elapsed time, and whether the target is in the Earth's shadow. */
export function placeSun(): void {
  const angle = scenario[SUN_ANGLE] * DEGREE - scenario[MEAN_MOTION] * flight[ELAPSED];
  const beta = scenario[SUN_BETA] * DEGREE;
  const inPlane = Math.cos(beta);
  const up = inPlane * Math.cos(angle);
  flight[SUN] = up;
  flight[SUN + 1] = inPlane * Math.sin(angle);
  flight[SUN + 2] = Math.sin(beta);
  const ratio = EARTH_RADIUS / scenario[ORBIT_RADIUS];
  flight[IS_IN_SHADOW] = up < 0.0 && 1.0 - up * up < ratio * ratio ? 1.0 : 0.0;
}

/** Writes the sensor contact for the Sun's direction from `placeSun`. */
export function look(): void {
  flight[CONTACT] = f64(contact());
}

/** Points the sensor. Angles are rounded to whole degrees; azimuth from along-track towards radial, elevation towards cross-track. */
export function pointSensor(azimuth: f64, elevation: f64): void {
  const whole = Math.floor(azimuth + 0.5);
  flight[AZIMUTH] = whole - 360.0 * Math.floor((whole + 179.0) / 360.0);
  flight[ELEVATION] = min(90.0, max(-90.0, Math.floor(elevation + 0.5)));
}

function contact(): i32 {
  if (scenario[HAS_SENSOR] == 0.0) return NO_SENSOR;
  if (flight[IS_IN_SHADOW] != 0.0) return IN_SHADOW;
  const distance = range();
  if (distance > scenario[SENSOR_RANGE]) return TOO_FAR;
  const level = Math.cos(flight[ELEVATION] * DEGREE);
  const x = level * Math.sin(flight[AZIMUTH] * DEGREE);
  const y = level * Math.cos(flight[AZIMUTH] * DEGREE);
  const z = Math.sin(flight[ELEVATION] * DEGREE);
  const ahead = -(x * flight[0] + y * flight[1] + z * flight[2]);
  if (ahead < distance * Math.cos(scenario[SENSOR_HALF_ANGLE] * DEGREE)) return OUTSIDE_FIELD;
  const towardsSun = x * flight[SUN] + y * flight[SUN + 1] + z * flight[SUN + 2];
  if (towardsSun > Math.cos(scenario[SENSOR_GLARE] * DEGREE)) return IN_GLARE;
  const lit = flight[0] * flight[SUN] + flight[1] * flight[SUN + 1] + flight[2] * flight[SUN + 2];
  return lit < distance * Math.cos(scenario[SENSOR_PHASE] * DEGREE) ? WRONG_SIDE : IN_VIEW;
}
