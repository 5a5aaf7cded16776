import { type Content, contentOf } from '../../sandboxes/sandbox-contents.js';

/** A sandbox of the demo, in the format of the training build: metres, metres per second, seconds. */
interface DemoSandbox {
  /** User name of the owner. */
  readonly owner: string;
  readonly title: string;
  readonly content: Content;
}

const flight = (
  orbit: 'low' | 'geostationary',
  position: number[],
  velocity: number[],
  tank: number,
  cooldown: number,
) => contentOf({ orbit, start: { position, velocity }, tank, cooldown });

export const DEMO_SANDBOXES: readonly DemoSandbox[] = [
  { owner: 'instructor', title: 'V-bar hold at 500 m', content: flight('low', [0, -500, 0], [0, 0, 0], 40, 0) },
  {
    owner: 'instructor',
    title: 'Geostationary drift',
    content: flight('geostationary', [0, -20_000, 0], [0, 0, 0], 30, 20),
  },
  { owner: 'student01', title: 'Fly-around practice', content: flight('low', [300, 0, 0], [0, -0.68, 0], 50, 0) },
  { owner: 'student07', title: 'Approach from below', content: flight('low', [-800, -2_000, 0], [0, 0, 0], 25, 10) },
];
