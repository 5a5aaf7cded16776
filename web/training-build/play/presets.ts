import { GEOSTATIONARY, LOW_ORBIT } from '../flight/orbit.js';
import type { Vector } from '../flight/state.js';
import type { SandboxData } from './sandbox.js';

/** A start state for learning, with what it teaches. */
export interface Preset {
  readonly title: string;
  readonly teaches: string;
  readonly data: SandboxData;
}

const LOW = { orbit: 'low', tank: 50, cooldown: 0 } as const;
const GEO = { orbit: 'geostationary', tank: 20, cooldown: 0 } as const;

/**
 * Rounds metres a second to a ten-thousandth: an ellipse drifts by less than two metres per revolution, and a field can show the number.
 */
const velocity = (...parts: [number, number, number]): Vector => {
  const [x, y, z] = parts.map((part) => Math.round(part * 1e4) / 1e4);
  return [x!, y!, z!];
};

const { n } = LOW_ORBIT;

export const PRESETS: readonly Preset[] = [
  {
    title: 'V-bar, 1 km behind',
    teaches: 'on the track of the target, you keep your position until you burn',
    data: { ...LOW, start: { position: [0, -1_000, 0], velocity: [0, 0, 0] } },
  },
  {
    title: 'R-bar, 500 m below',
    teaches: 'a spacecraft at rest below the target drifts ahead and down',
    data: { ...LOW, start: { position: [-500, 0, 0], velocity: [0, 0, 0] } },
  },
  {
    title: 'Football ellipse',
    teaches: 'an ellipse twice as long as high circles the target once per orbit, without fuel',
    data: { ...LOW, start: { position: [-200, 0, 0], velocity: velocity(0, 400 * n, 0) } },
  },
  {
    title: 'Below and behind, catching up',
    teaches: 'a lower orbit is faster, so you drift past below the target without a burn',
    data: { ...LOW, start: { position: [-500, -4_000, 0], velocity: velocity(0, 750 * n, 0) } },
  },
  {
    title: 'Half-turn hop',
    teaches: 'a burn towards the Earth takes you along the track to the target in half an orbit',
    data: { ...LOW, start: { position: [0, -1_000, 0], velocity: velocity(-250 * n, 0, 0) } },
  },
  {
    title: 'Out-of-plane swing',
    teaches: 'across the track, you swing to and fro once per orbit, independent of other motion',
    data: { ...LOW, start: { position: [0, -500, 0], velocity: velocity(0, 0, 200 * n) } },
  },
  {
    title: 'Safety ellipse',
    teaches: 'height and cross-track motion alternate, so the path never crosses the track of the target',
    data: { ...LOW, start: { position: [-100, -300, 0], velocity: velocity(0, 200 * n, 100 * n) } },
  },
  {
    title: 'Geostationary drift',
    teaches: 'four kilometres too high, you fall 38 km behind your slot each day',
    data: {
      ...GEO,
      start: { position: [4_000, 60_000, 0], velocity: velocity(0, -6_000 * GEOSTATIONARY.n, 0) },
    },
  },
];

/** Returns the preset that a sandbox still equals; undefined once its data have changed. */
export const presetOf = (data: SandboxData): Preset | undefined =>
  PRESETS.find((preset) => JSON.stringify(flat(preset.data)) === JSON.stringify(flat(data)));

const flat = ({ orbit, tank, cooldown, start }: SandboxData) => [
  orbit,
  tank,
  cooldown,
  ...start.position,
  ...start.velocity,
];
