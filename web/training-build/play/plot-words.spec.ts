import type { Vector } from '../flight/state.js';
import { approachInWords, selectionInWords, startPlotInWords, tickLabel } from './plot-words.js';

const AT: Vector = [0, -120, 0];

describe('the texts of the plot', () => {
  it('label ticks with minutes below an hour, then with hours', () => {
    expect([300, 3_540, 3_600, 5_400, 86_400].map(tickLabel)).toEqual(['5 min', '59 min', '1 h', '1 h 30', '24 h']);
  });

  it('describe the distance and time of a closest approach', () => {
    const closest = { distance: 120.4, time: 1_750, at: AT };
    expect(approachInWords(closest, 1_000)).toBe('120 m in 12:30');
    expect(approachInWords(closest, 1_749.5)).toBe('120 m now');
  });

  it('describe when a selected position is reached, and its distance from the target', () => {
    expect(selectionInWords(1_000, 1_750, 2_340)).toBe('in 12:30, 2.34 km away');
  });

  it('describe a start state', () => {
    const start = { position: [50.2, -300, -7] as Vector, velocity: AT };
    expect(startPlotInWords(start, 'cross-track', { distance: 80, time: 600, at: AT })).toBe(
      'Plot of the first orbit, along-track to the right, cross-track up. Start: 300 m behind, 50 m above, 7 m right. Closest approach: 80 m in 10:00.',
    );
  });
});
