import { compiledFlightModule } from '../testing/compiled-flight-module.js';
import { advance, burn, burnRefusal, type Flight, startFlight } from './flight.js';
import { LOW_ORBIT } from './orbit.js';
import type { FlightScenario } from './scenario.js';
import { scoreOf } from './score.js';

const flightModule = compiledFlightModule();

const base: FlightScenario = {
  scenarioId: 'scenario',
  version: 1,
  title: 'Test',
  mode: 'Compete',
  orbit: LOW_ORBIT,
  start: { position: [0, -100, 0], velocity: [0, 0, 0] },
  tank: 2,
  cooldown: 60,
  timeLimit: 3_600,
  limits: [],
  contactRadius: 10,
  goal: { kind: 'hold', point: [0, -100, 0], radius: 20, speed: 0.2, seconds: 120 },
  par: { fuel: 0.5, seconds: 600 },
  maxScore: 1_000,
  briefing: [],
};
const at = (scenario: Partial<FlightScenario>): Flight => startFlight({ ...base, ...scenario }, flightModule);
const far = { position: [0, -5_000, 0], velocity: [0, 0, 0] } as const;
const pass = (flight: Flight, seconds: number): Flight =>
  advance(flight, Math.floor(seconds / LOW_ORBIT.step), 'target', flightModule);

describe('the engine', () => {
  it('changes the velocity immediately and uses the same amount of fuel', () => {
    const flight = burn(at({ start: far }), [0.3, 0, -0.4], flightModule);
    expect(flight.state.velocity).toEqual([0.3, 0, -0.4]);
    expect(flight.fuelLeft).toBeCloseTo(1.5);
  });

  it('cools down before the next burn', () => {
    const flight = burn(at({ start: far }), [0.1, 0, 0], flightModule);
    expect(burnRefusal(pass(flight, 59), [0.1, 0, 0], flightModule)).toBe('cooling');
    expect(burn(pass(flight, 59), [0.1, 0, 0], flightModule).burns).toBe(1);
    expect(burnRefusal(pass(flight, 60), [0.1, 0, 0], flightModule)).toBeNull();
  });

  it('rejects burns that exceed the tank, and empty burns', () => {
    expect(burnRefusal(at({}), [2.1, 0, 0], flightModule)).toBe('fuel');
    expect(burnRefusal(at({}), [0, 0, 0], flightModule)).toBe('nothing');
  });
});

describe('a lost flight', () => {
  it('ends with an empty tank when coasting does not reach the goal', () => {
    expect(burn(at({ start: far }), [0, 0, 2], flightModule).outcome).toBe('out of fuel');
  });

  it('does not end with an empty tank when coasting reaches the goal', () => {
    const flight = burn(at({ tank: 0.01 }), [0, 0, 0.01], flightModule);
    expect(flight.outcome).toBe('flying');
    expect(pass(flight, 200).outcome).toBe('goal reached');
  });

  it('does not end with an empty tank when watching alone can reach the goal', () => {
    const goal = { kind: 'observe', seconds: 60 } as const;
    expect(burn(at({ tank: 0.01, goal }), [0, 0, 0.01], flightModule).outcome).toBe('flying');
  });

  it('ends by closing in faster than a limit allows, and only inside it', () => {
    const limits = [{ radius: 50, speed: 0.3, of: 'closing' }] as const;
    const flight = burn(at({ limits, goal: { kind: 'free' } }), [0, 0.5, 0], flightModule);
    expect(pass(flight, 60).outcome).toBe('flying');
    expect(pass(flight, 130).outcome).toBe('too fast');
  });

  it('ends by any fast motion where the limit applies to the relative speed', () => {
    const limits = [{ radius: 500, speed: 0.3, of: 'relative' }] as const;
    expect(pass(burn(at({ limits, goal: { kind: 'free' } }), [0, -0.5, 0], flightModule), 2).outcome).toBe('too fast');
  });

  it('ends by touching the target', () => {
    const start = { position: [0, -30, 0], velocity: [0, 0.5, 0] } as const;
    expect(pass(at({ start, goal: { kind: 'free' } }), 60).outcome).toBe('collision');
  });

  it('ends at the time limit', () => {
    const flight = pass(at({ start: far }), 10_000);
    expect([flight.outcome, flight.elapsed]).toEqual(['out of time', 3_600]);
  });

  it('ends by leaving a position that was to be kept', () => {
    const goal = { kind: 'keep', point: [0, -100, 0], radius: 20, seconds: 600 } as const;
    expect(pass(burn(at({ goal }), [0, 0, 1], flightModule), 60).outcome).toBe('drifted away');
  });
});

describe('a reached goal', () => {
  it('requires holding a point without a break', () => {
    const flight = pass(at({}), 300);
    expect([flight.outcome, flight.elapsed]).toEqual(['goal reached', 120]);
  });

  it('requires keeping a position for some time', () => {
    const goal = { kind: 'keep', point: [0, -100, 0], radius: 20, seconds: 600 } as const;
    expect(pass(at({ goal }), 700).outcome).toBe('goal reached');
  });

  it('requires passing points in order; the nearest distance counts', () => {
    const points = [
      [0, -60, 0],
      [0, 0, 0],
    ] as const;
    const scenario = { goal: { kind: 'visit', points, radius: 30 }, contactRadius: 0 } as const;
    const flight = pass(burn(at(scenario), [0.02, 0.5, 0], flightModule), 600);
    expect(flight.outcome).toBe('goal reached');
    expect(flight.missed).toBeGreaterThan(0);
    expect(flight.missed).toBeLessThan(30);
  });

  it('requires leaving for good, so that passing the distance on the way back does not count', () => {
    const goal = { kind: 'leave', distance: 500, safeSeconds: 2 * LOW_ORBIT.period } as const;
    const timeLimit = 2 * Math.floor(1.5 * LOW_ORBIT.period);
    // A cross-track motion returns every half orbit.
    expect(pass(burn(at({ goal, timeLimit }), [0, 0, 1], flightModule), timeLimit).outcome).not.toBe('goal reached');
    expect(pass(burn(at({ goal, timeLimit }), [0.1, 0.3, 0], flightModule), timeLimit).outcome).toBe('goal reached');
  });

  it('requires watching from every frame', () => {
    let flight = at({ goal: { kind: 'observe', seconds: 60 } });
    flight = advance(flight, 30, 'target', flightModule);
    flight = advance(flight, 30, 'inertial', flightModule);
    expect(flight.outcome).toBe('flying');
    expect(advance(flight, 30, 'spacecraft', flightModule).outcome).toBe('goal reached');
  });
});

describe('points', () => {
  it('are the maximum for a flight within par that ends in the middle', () => {
    expect(scoreOf(pass(at({}), 300), flightModule)).toMatchObject({
      points: 1_000,
      passed: true,
      fuel: 1,
      time: 1,
      distance: 1,
    });
  });

  it('decrease with fuel, time and distance', () => {
    const reached = { ...pass(at({}), 300), fuelUsed: 1.25, elapsed: 2_100, missed: 15 };
    // 0.4 + 0.3 × 0.5 + 0.2 × 0.5 + 0.1 × 0.5
    expect(scoreOf(reached, flightModule).points).toBe(700);
  });

  it('are at most a quarter for a goal that was not reached', () => {
    expect(scoreOf({ ...at({}), outcome: 'out of time', progress: 1 }, flightModule)).toMatchObject({
      points: 250,
      passed: false,
    });
  });
});
