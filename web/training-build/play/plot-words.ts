import { hasTarget, type FlightScenario } from '../flight/scenario.js';
import type { State } from '../flight/state.js';
import type { Instruments } from './flight-session.js';
import type { Plane } from './plot-view.js';
import type { Approach, LookAhead } from './predicted-path.js';
import type { WarpEnd } from './warp.js';
import { metres, describePosition, span } from './words.js';

const PLANE_NAMES: Readonly<Record<Plane, string>> = { 'in-plane': 'Radial', 'cross-track': 'Cross-track' };

/** Returns the name of a plane: its upward axis. */
export const planeInWords = (plane: Plane): string => PLANE_NAMES[plane];

/** Formats a flight time on a tick: minutes below one hour, otherwise hours and minutes. */
export function tickLabel(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest}`;
}

/** Formats the distance of a closest approach and the time until then: "120 m in 12:30". */
export const approachInWords = ({ distance, time }: Approach, elapsed: number): string =>
  time - elapsed < 1 ? `${metres(distance)} now` : `${metres(distance)} in ${span(time - elapsed)}`;

export const approachName = (scenario: FlightScenario): string =>
  hasTarget(scenario) ? 'Closest approach' : 'Closest to the slot';

/** Describes the position of a spacecraft, for use in a sentence. */
const whereabouts = ({ position }: State): string =>
  describePosition([Math.round(position[0]), Math.round(position[1]), Math.round(position[2])]) || 'at the target';

/** Returns the text alternative of the plot during a flight. */
export function flightPlotInWords({ flight }: Instruments, plane: Plane, { coasting, planned }: LookAhead): string {
  const name = approachName(flight.scenario).toLowerCase();
  return [
    `Plot of the path, along-track to the right, ${planeInWords(plane).toLowerCase()} up.`,
    `Own spacecraft: ${whereabouts(flight.state)}.`,
    `Coasting, ${name}: ${approachInWords(coasting.closest, flight.elapsed)}.`,
    ...(planned ? [`With the planned burn, ${name}: ${approachInWords(planned.closest, flight.elapsed)}.`] : []),
  ].join(' ');
}

/** Returns the text alternative of the plot of a start state. */
export function startPlotInWords(start: State, plane: Plane, closest: Approach): string {
  return [
    `Plot of the first orbit, along-track to the right, ${planeInWords(plane).toLowerCase()} up.`,
    `Start: ${whereabouts(start)}.`,
    `Closest approach: ${approachInWords(closest, 0)}.`,
  ].join(' ');
}

const WARP_ENDS: Readonly<Record<Exclude<WarpEnd, 'over'>, string>> = {
  arrived: 'Time is paused at the selected position.',
  'speed limit': 'Time is paused: you are close to the speed limit.',
  'target burnt': 'Time is paused: the target made a burn.',
  'in view': 'Time is paused: the sensor sees the target.',
  'out of view': 'Time is paused: the sensor has lost the target.',
  'goal begun': 'Time is paused: you are at the goal and slow enough.',
  'goal lost': 'Time is paused: you no longer meet the goal.',
  'point passed': 'Time is paused: you have passed a point.',
};

/** Returns why time is paused after a warp; '' when the flight is over, because the result says so. */
export const warpEndInWords = (end: WarpEnd): string => (end === 'over' ? '' : WARP_ENDS[end]);

/** Describes the position selected for a warp: "in 12:30, 420 m away". */
export const selectionInWords = (elapsed: number, time: number, distance: number): string =>
  `in ${span(Math.max(0, time - elapsed))}, ${metres(distance)} away`;
