/** Prediction of the path without further burns. It is for display only and decides no outcome. */
import { flight, length, prediction, range, restoreFlight, saveFlight, scenario } from './blocks';
import { CLOSEST_AFTER, CLOSEST_DISTANCE, MEAN_MOTION, MOST_PATH_POINTS, PATH } from './layout';
import { integrate } from './relative-motion';

/** Fills the prediction block with one point every `every` seconds, and with the closest approach. */
export function predictPath(every: f64, points: i32, maxStep: f64): void {
  saveFlight();
  prediction[CLOSEST_DISTANCE] = range();
  prediction[CLOSEST_AFTER] = 0.0;
  const steps = max(1, i32(Math.ceil(every / maxStep)));
  const h = every / f64(steps);
  const count = min(points, MOST_PATH_POINTS);
  for (let point = 0; point < count; point++) {
    for (let i = 0; i < steps; i++) {
      approach(every * f64(point) + h * f64(i), h);
      integrate(scenario[MEAN_MOTION], h);
    }
    for (let i = 0; i < 3; i++) prediction[PATH + 3 * point + i] = flight[i];
  }
  restoreFlight();
}

/** Finds the closest approach in the next `h` seconds. Motion is almost straight in so short a time. */
function approach(after: f64, h: f64): void {
  const squaredSpeed = flight[3] * flight[3] + flight[4] * flight[4] + flight[5] * flight[5];
  const towards = -(flight[0] * flight[3] + flight[1] * flight[4] + flight[2] * flight[5]);
  const t = squaredSpeed > 0.0 ? min(h, max(0.0, towards / squaredSpeed)) : 0.0;
  const distance = length(flight[0] + t * flight[3], flight[1] + t * flight[4], flight[2] + t * flight[5]);
  if (distance >= prediction[CLOSEST_DISTANCE]) return;
  prediction[CLOSEST_DISTANCE] = distance;
  prediction[CLOSEST_AFTER] = after + t;
}
