import type { Flight, Frame, FlightOutcome } from '../flight/flight.js';
import type { Goal, FlightScenario, Sensor } from '../flight/scenario.js';
import type { Vector } from '../flight/state.js';

/** Formats a distance. */
export const metres = (value: number): string =>
  Math.abs(value) >= 999.5
    ? `${rounded(value / 1_000, Math.abs(value) >= 100_000 ? 0 : 2)} km`
    : `${rounded(value, 0)} m`;

/** Formats a number with a true minus sign, and without one before zero. */
function rounded(value: number, digits: number): string {
  const size = Math.abs(value).toFixed(digits);
  return value < 0 && Number(size) !== 0 ? `−${size}` : size;
}

/** Formats a given distance, without the trailing zeros of a measured one. */
const distance = (value: number): string =>
  metres(value).replace(/\.(\d*[1-9])?0+ km$/, (_, kept?: string) => (kept ? `.${kept} km` : ' km'));

/** Formats a speed. */
export const speed = (value: number): string => `${value.toFixed(2)} m/s`;

/** Formats a velocity component with its sign: "+0.12". */
export function signed(value: number): string {
  const size = Math.abs(value).toFixed(2);
  return value < 0 && Number(size) !== 0 ? `−${size}` : `+${size}`;
}

/** Formats a time span: hours, minutes and seconds. */
export function span(seconds: number): string {
  if (!Number.isFinite(seconds)) return '∞';
  const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

const two = (part: number): string => String(part).padStart(2, '0');

/** Formats a given time span, in its largest whole unit. */
function duration(seconds: number): string {
  const [size, unit] = seconds % 3_600 === 0 ? [3_600, 'hour'] : seconds % 60 === 0 ? [60, 'minute'] : [1, 'second'];
  const count = seconds / size;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Describes the position of a point relative to the target. */
export function describePosition([x, y, z]: Vector): string {
  const parts = [
    y !== 0 && `${distance(Math.abs(y))} ${y > 0 ? 'ahead' : 'behind'}`,
    x !== 0 && `${distance(Math.abs(x))} ${x > 0 ? 'above' : 'below'}`,
    z !== 0 && `${distance(Math.abs(z))} ${z > 0 ? 'left' : 'right'}`,
  ].filter((part) => part !== false);
  return parts.join(', ');
}

const pointOf = (at: Vector): string =>
  at.some((part) => part !== 0) ? `the point ${describePosition(at)}` : 'the slot';

export function goalInWords(goal: Goal): string {
  switch (goal.kind) {
    case 'hold':
      return `Come within ${distance(goal.radius)} of ${pointOf(goal.point)}, slower than ${speed(goal.speed)}, and stay for ${duration(goal.seconds)}.`;
    case 'keep':
      return `Stay within ${distance(goal.radius)} of ${pointOf(goal.point)} for ${duration(goal.seconds)}.`;
    case 'visit':
      return `Pass within ${distance(goal.radius)} of each point: ${goal.points.map(describePosition).join('; ')}.`;
    case 'leave':
      return `Get ${distance(goal.distance)} away, onto a path that does not return for ${duration(goal.safeSeconds)}.`;
    case 'observe':
      return `Watch the motion for ${duration(goal.seconds)} in each of the three frames of reference.`;
    case 'watch':
      return `Keep the target in the sensor’s view for ${duration(goal.seconds)} in total.`;
    case 'free':
      return 'No goal: fly as you like.';
  }
}

export function limitsInWords(scenario: FlightScenario): string[] {
  const { tank, cooldown, timeLimit, limits, contactRadius, sensor, evasion } = scenario;
  return [
    `The tank allows ${speed(tank)} of velocity change.`,
    ...(cooldown > 0 ? [`After a burn the engine cools for ${duration(cooldown)}.`] : []),
    ...(Number.isFinite(timeLimit) ? [`Time limit: ${duration(timeLimit)}.`] : []),
    ...limits.map(
      ({ radius, speed: limit, of }) =>
        `Within ${distance(radius)}: ${of === 'closing' ? 'close in' : 'move'} no faster than ${speed(limit)}.`,
    ),
    ...(contactRadius > 0 ? [`Nearer than ${distance(contactRadius)} is a collision.`] : []),
    ...(sensor ? sensorInWords(sensor) : []),
    ...(evasion
      ? [
          `Within ${distance(evasion.radius)} the target evades an approach faster than ${speed(evasion.speed)}, up to ${evasion.times} times.`,
        ]
      : []),
  ];
}

function sensorInWords({ halfAngle, range, glare, phase }: Sensor): string[] {
  return [
    `The sensor sees up to ${distance(range)}, and ${halfAngle}° to each side of its direction.`,
    `It sees nothing within ${glare}° of the Sun, and no target in the Earth’s shadow.`,
    ...(phase < 180 ? [`Seen from the target, you must be within ${phase}° of the Sun.`] : []),
  ];
}

const FRAME_NAMES: Record<Frame, string> = { target: 'Target', inertial: 'Inertial', spacecraft: 'Spacecraft' };

export const frameInWords = (frame: Frame): string => FRAME_NAMES[frame];

const OUTCOMES: Record<FlightOutcome, string> = {
  flying: 'Under way',
  'goal reached': 'Goal reached',
  'out of fuel': 'The tank is empty',
  'too fast': 'Too fast',
  collision: 'Collision',
  'out of time': 'Time is up',
  'drifted away': 'Drifted away',
};

export const outcomeInWords = (outcome: FlightOutcome): string => OUTCOMES[outcome];

/** Returns advice for the next try; '' if there is none. */
export function advice({ outcome, scenario: { goal } }: Flight): string {
  switch (outcome) {
    case 'out of fuel':
      return 'Use fewer burns. Check where the dashed path leads before you burn again.';
    case 'too fast':
      return 'Brake earlier. A transfer that takes more of an orbit arrives more slowly.';
    case 'collision':
      return 'Aim beside the target, because your path curves.';
    case 'out of time':
      return goal.kind === 'watch'
        ? 'Get within range sooner, stay on the sunlit side, and respond to each burn of the target immediately.'
        : 'Burn earlier, or choose a quicker transfer that uses more fuel.';
    case 'drifted away':
      return 'Correct early. Small corrections cost less than large ones later.';
    default:
      return '';
  }
}
