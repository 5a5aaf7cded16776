import { scenarios } from '../flight/scenarios.js';
import { goalInWords, metres, place, span } from './words.js';

describe('words of the game', () => {
  it('tell distances, times and places', () => {
    expect([metres(949.6), metres(-1_500), metres(250_000)]).toEqual(['950 m', '-1.50 km', '250 km']);
    expect([span(9), span(3_725), span(Infinity)]).toEqual(['0:09', '1:02:05', '∞']);
    expect(place([0, -150, 0])).toBe('150 m behind');
    expect(place([-100, 200, 30])).toBe('200 m ahead, 100 m below, 30 m left');
    expect(place([0, 0, 0])).toBe('in the slot');
  });

  it('tell every goal', () => {
    expect(scenarios.map(({ goal }) => goalInWords(goal))).toEqual([
      'Watch the motion for 20:00 in each of the three frames of reference.',
      'Pass within 120 m of each point: 1.20 km behind; 400 m behind.',
      'Come within 80 m of the point 200 m behind, slower than 0.25 m/s, and stay for 2:00.',
      'Come within 25 m of the point 60 m behind, slower than 0.10 m/s, and stay for 2:00.',
      'Stay within 90 m of the point 150 m behind for 1:00:00.',
      'Come within 60 m of the point 150 m behind, slower than 0.20 m/s, and stay for 2:00.',
      'Pass within 45 m of each point: 100 m below; 200 m ahead; 100 m above; 200 m behind.',
      'Get 2.00 km away, onto a path that does not come back for 3:00:00.',
      'Come within 3.00 km of the point in the slot, slower than 0.15 m/s, and stay for 2:00:00.',
      'Come within 2.00 km of the point 8.00 km behind, slower than 0.15 m/s, and stay for 1:00:00.',
    ]);
    expect(goalInWords({ kind: 'free' })).toBe('No goal: fly as you like.');
  });
});
