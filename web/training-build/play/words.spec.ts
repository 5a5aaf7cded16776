import { scenarios } from '../flight/scenarios.js';
import { goalInWords, limitsInWords, metres, describePosition, span } from './words.js';

describe('the texts of the game', () => {
  it('describe distances, times and positions', () => {
    expect([metres(949.6), metres(-1_500), metres(999.7), metres(-0.2), metres(250_000)]).toEqual([
      '950 m',
      '−1.50 km',
      '1.00 km',
      '0 m',
      '250 km',
    ]);
    expect([span(9), span(3_725), span(Infinity)]).toEqual(['0:09', '1:02:05', '∞']);
    expect(describePosition([0, -150, 0])).toBe('150 m behind');
    expect(describePosition([-100, 200, 30])).toBe('200 m ahead, 100 m below, 30 m left');
  });

  it('describe the limits of a flight', () => {
    const titled = (title: string) => scenarios.find((scenario) => scenario.title === title)!;
    expect(limitsInWords(titled('Inspection Fly-around'))).toEqual([
      'The tank allows 3.00 m/s of velocity change.',
      'After a burn the engine cools for 90 seconds.',
      'Time limit: 4 hours.',
      'Within 300 m: close in no faster than 1.00 m/s.',
      'Nearer than 40 m is a collision.',
    ]);
    expect(limitsInWords(titled('Geostationary Slot Recovery'))).toContain(
      'After a burn the engine cools for 30 minutes.',
    );
    expect(limitsInWords(titled('Sunlit Inspection of an Uncooperative Satellite')).slice(-4)).toEqual([
      'The sensor sees up to 2 km, and 15° to each side of its direction.',
      'It sees nothing within 30° of the Sun, and no target in the Earth’s shadow.',
      'Seen from the target, you must be within 60° of the Sun.',
      'Within 3 km the target evades an approach faster than 0.25 m/s, up to 3 times.',
    ]);
  });

  it('describe every goal', () => {
    expect(scenarios.map(({ goal }) => goalInWords(goal))).toEqual([
      'Watch the motion for 20 minutes in each of the three frames of reference.',
      'Pass within 120 m of each point: 1.2 km behind; 400 m behind.',
      'Come within 80 m of the point 200 m behind, slower than 0.25 m/s, and stay for 2 minutes.',
      'Come within 25 m of the point 60 m behind, slower than 0.10 m/s, and stay for 2 minutes.',
      'Stay within 90 m of the point 150 m behind for 1 hour.',
      'Come within 60 m of the point 150 m behind, slower than 0.20 m/s, and stay for 2 minutes.',
      'Pass within 45 m of each point: 100 m below; 200 m ahead; 100 m above; 200 m behind.',
      'Get 2 km away, onto a path that does not return for 3 hours.',
      'Come within 3 km of the slot, slower than 0.15 m/s, and stay for 2 hours.',
      'Come within 2 km of the point 8 km behind, slower than 0.15 m/s, and stay for 1 hour.',
      'Keep the target in the sensor’s view for 2 hours in total.',
      'Keep the target in the sensor’s view for 5 hours in total.',
    ]);
    expect(goalInWords({ kind: 'free' })).toBe('No goal: fly as you like.');
  });
});
