import { type Figure, figure } from '../../bench/figure.js';
import type { SimulationResult } from '../../simulate/simulate-class.js';

/** Returns the outcome of the scores of a class that was played during a fault. */
export const figuresOf = ({ acknowledged, seenLive, lost, doubled, refused }: SimulationResult): Figure[] => [
  figure('acknowledged', acknowledged, 'scores'),
  figure('lost', lost, 'scores', { atMost: 0 }),
  figure('doubled', doubled, 'scores', { atMost: 0 }),
  figure('not seen live', acknowledged - seenLive, 'scores', { atMost: 0 }),
  figure('refused', refused, 'scores', { atMost: 0 }),
];
