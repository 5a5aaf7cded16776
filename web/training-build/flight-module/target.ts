/**
 * Burns of the target. Relative motion about the reference orbit is linear, so a burn of the target changes the relative
 * velocity by its opposite.
 */
import { closingSpeed, flight, range, scenario } from './blocks';
import {
  ELAPSED,
  EVASION_CHANGE,
  EVASION_RADIUS,
  EVASION_SPEED,
  EVASION_TIMES,
  EVASIONS_DONE,
  MANOEUVRE_COUNT,
  MANOEUVRES,
  MANOEUVRES_DONE,
  RETURNS_AT,
  TARGET_BURNT_AT,
} from './layout';

/** Carries out the scheduled burns that are due, and an evasive burn when the spacecraft is near and too fast. */
export function moveTarget(): void {
  while (flight[MANOEUVRES_DONE] < scenario[MANOEUVRE_COUNT]) {
    const at = MANOEUVRES + 4 * i32(flight[MANOEUVRES_DONE]);
    if (scenario[at] > flight[ELAPSED]) break;
    flight[MANOEUVRES_DONE] += 1.0;
    push(-scenario[at + 1], -scenario[at + 2], -scenario[at + 3]);
  }
  const distance = range();
  if (
    flight[EVASIONS_DONE] < scenario[EVASION_TIMES] &&
    distance > 0.0 &&
    distance < scenario[EVASION_RADIUS] &&
    closingSpeed() > scenario[EVASION_SPEED]
  ) {
    flight[EVASIONS_DONE] += 1.0;
    // The target burns straight away from the spacecraft.
    const change = scenario[EVASION_CHANGE] / distance;
    push(change * flight[0], change * flight[1], change * flight[2]);
  }
}

function push(x: f64, y: f64, z: f64): void {
  flight[3] += x;
  flight[4] += y;
  flight[5] += z;
  flight[TARGET_BURNT_AT] = flight[ELAPSED];
  flight[RETURNS_AT] = 0.0;
}
