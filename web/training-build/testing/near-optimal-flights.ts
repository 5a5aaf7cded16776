import type { Vector } from '../flight/state.js';
import type { Leg } from './autopilot.js';

/** Returns a leg in orbital periods: wait, then coast to the point. */
const transfer =
  (to: Vector, turns: number, waiting = 0) =>
  (period: number): Leg => ({
    to,
    seconds: turns * period,
    wait: waiting * period,
  });
const stop = (): Leg => ({});
/** Stops the drift that a burn of the target has started, `seconds` later. */
const answer = (seconds: number) => (): Leg => ({ wait: seconds });
/** The ellipse on which the sunlight stays behind the spacecraft. */
const ellipse = (): Leg => ({ ellipse: true });

/** Flights of a player who knows the equations. */
export const NEAR_OPTIMAL: readonly (readonly [title: string, legs: readonly ((period: number) => Leg)[]])[] = [
  ['Relative Motion in Low Orbit', [transfer([0, -1_200, 0], 0.51), transfer([0, -400, 0], 0.51)]],
  ['Fuel Awareness and Burn Cooldown', [transfer([0, -200, 0], 0.3), stop]],
  ['Approach Along the Velocity Vector', [transfer([0, -60, 0], 0.6), stop]],
  ['Station Keeping Near a Target', [transfer([0, -150, 0], 0.25), stop]],
  ['Low Orbit Rendezvous', [transfer([0, -150, 0], 0.55, 0.3), stop]],
  [
    'Inspection Fly-around',
    [
      transfer([-100, 0, 0], 0.25),
      transfer([0, 200, 0], 0.25),
      transfer([100, 0, 0], 0.25),
      transfer([0, -200, 0], 0.25),
    ],
  ],
  ['Geostationary Slot Recovery', [transfer([0, 0, 0], 0.85), stop]],
  ['Long-range Intercept at Geostationary Altitude', [transfer([0, -8_000, 0], 0.85, 0.3), stop]],
  ['Custody of a Manoeuvring Satellite', [answer(3_010), transfer([0, -1_500, 0], 0.85), stop, answer(3_070)]],
  [
    'Sunlit Inspection of an Uncooperative Satellite',
    [transfer([-1_500, -2_700, 0], 0.334), transfer([-225, -780, 0], 0.167), ellipse],
  ],
];
