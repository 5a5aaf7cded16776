import { type Flight, startFlight } from '../flight/flight.js';
import type { FlightScenario } from '../flight/scenario.js';
import { scenarios } from '../flight/scenarios.js';
import { compiledFlightModule } from '../testing/compiled-flight-module.js';
import { warpEndInWords } from './plot-words.js';
import { warpStop } from './warp.js';

const flightModule = compiledFlightModule();
const titled = (title: string): FlightScenario => scenarios.find((scenario) => scenario.title === title)!;
const APPROACH = startFlight(titled('Approach Along the Velocity Vector'), flightModule);
const KEEPING = startFlight(titled('Station Keeping Near a Target'), flightModule);

describe('a warp', () => {
  it.each<[string, Flight, Partial<Flight>, Partial<Flight>, string | null]>([
    ['continues while nothing happens', APPROACH, {}, {}, null],
    ['ends with the flight', APPROACH, {}, { outcome: 'collision' }, 'over'],
    ['ends at a passed point', APPROACH, { visited: 1 }, { visited: 2 }, 'point passed'],
    ['ends near a speed limit', APPROACH, {}, { limit: { speed: 1, isNear: true } }, 'speed limit'],
    [
      'continues near a speed limit that was already near',
      APPROACH,
      { limit: { speed: 1, isNear: true } },
      { limit: { speed: 1, isNear: true } },
      null,
    ],
    ['ends when the goal is met', APPROACH, { secondsInGoal: 0 }, { secondsInGoal: 2 }, 'goal begun'],
    ['continues while the goal is met', APPROACH, { secondsInGoal: 2 }, { secondsInGoal: 4 }, null],
    ['ends when the goal is no longer met', APPROACH, { secondsInGoal: 40 }, { secondsInGoal: 0 }, 'goal lost'],
    ['continues while a position is kept', KEEPING, { secondsInGoal: 0 }, { secondsInGoal: 2 }, null],
    ['ends when the target burns', APPROACH, {}, { targetBurntAt: 60 }, 'target burnt'],
    ['ends when the sensor sees the target', APPROACH, { contact: 'too far' }, { contact: 'in view' }, 'in view'],
    [
      'ends when the sensor loses the target',
      APPROACH,
      { contact: 'in view' },
      { contact: 'in shadow' },
      'out of view',
    ],
  ])('%s', (_, flight, before, after, end) => {
    expect(warpStop({ ...flight, ...before }, { ...flight, ...after })).toBe(end);
  });

  it('describes why it has ended, except where the result does', () => {
    expect(warpEndInWords('speed limit')).toBe('Time is paused: you are close to the speed limit.');
    expect(warpEndInWords('over')).toBe('');
  });
});
