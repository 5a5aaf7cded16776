/** Scoring of a flight. */
import { clamp, flight, scenario, scoreBlock } from './blocks';
import {
  ELAPSED,
  FUEL_USED,
  GOAL_HOLD,
  GOAL_KEEP,
  GOAL_KIND,
  GOAL_RADIUS,
  GOAL_REACHED,
  GOAL_VISIT,
  GOAL_WATCH,
  MAX_SCORE,
  MISSED,
  OUTCOME,
  PAR_FUEL,
  PAR_SECONDS,
  PROGRESS,
  SCORE_FUEL,
  SCORE_PASSED,
  SCORE_POINTS,
  SCORE_QUALITY,
  SCORE_TIME,
  SENSOR_RANGE,
  TANK,
  TIME_LIMIT,
} from './layout';

const GOAL_SHARE = 0.4;
const FUEL_SHARE = 0.3;
const TIME_SHARE = 0.2;
const QUALITY_SHARE = 0.1;
/** Maximum share of the points for a flight that did not reach its goal. */
const LOST_SHARE = 0.25;

export function writeScore(): void {
  const hasPassed = flight[OUTCOME] == f64(GOAL_REACHED);
  const fuel = share(flight[FUEL_USED], scenario[PAR_FUEL], scenario[TANK]);
  const time = share(flight[ELAPSED], scenario[PAR_SECONDS], scenario[TIME_LIMIT]);
  const quality = qualityShare();
  const worth = hasPassed
    ? GOAL_SHARE + FUEL_SHARE * fuel + TIME_SHARE * time + QUALITY_SHARE * quality
    : LOST_SHARE * clamp(flight[PROGRESS]);
  scoreBlock[SCORE_POINTS] = Math.floor(scenario[MAX_SCORE] * worth + 0.5);
  scoreBlock[SCORE_PASSED] = hasPassed ? 1.0 : 0.0;
  scoreBlock[SCORE_FUEL] = fuel;
  scoreBlock[SCORE_TIME] = time;
  scoreBlock[SCORE_QUALITY] = quality;
}

/** Returns the share of points for fuel or time: all at par or below, none when everything is used. */
function share(used: f64, par: f64, all: f64): f64 {
  return clamp((all - used) / (all - par));
}

/** Returns the share of points for quality. Within half the radius of the goal, or half the range of the sensor, it is full. */
function qualityShare(): f64 {
  const kind = i32(scenario[GOAL_KIND]);
  if (kind == GOAL_WATCH) return clamp(2.0 * (1.0 - flight[MISSED] / scenario[SENSOR_RANGE]));
  if (kind != GOAL_HOLD && kind != GOAL_KEEP && kind != GOAL_VISIT) return 1.0;
  return clamp(2.0 * (1.0 - flight[MISSED] / scenario[GOAL_RADIUS]));
}
