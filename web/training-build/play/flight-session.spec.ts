import { advance, startFlight } from '../flight/flight.js';
import { scenarios } from '../flight/scenarios.js';
import { scoreOf } from '../flight/score.js';
import { compiledFlightModule } from '../testing/compiled-flight-module.js';
import { FlightSession } from './flight-session.js';
import { NEW_SANDBOX, scenarioOf } from './sandbox.js';

const flightModule = compiledFlightModule();

/** Keys that the test presses, with the second of play time. */
const KEYS: readonly (readonly [second: number, press: (session: FlightSession) => void])[] = [
  [1, (session) => session.planBy(1, 1)],
  [2, (session) => session.planBy(0, 1)],
  [3, (session) => session.fire()],
  [4, (session) => session.nextFrame()],
  [5, (session) => session.warpBy(1)],
  [9, (session) => session.planBy(1, -1)],
  [11, (session) => session.fire()],
  [13, (session) => session.warpBy(1)],
  [14, (session) => session.pause(true)],
  [16, (session) => session.pause(false)],
];

/** Plays for this many seconds, with the pauses between pictures in rotation. */
function play(title: string, seconds: number, pauses: readonly number[]): FlightSession {
  const session = new FlightSession(
    scenarios.find((scenario) => scenario.title === title)!,
    flightModule,
  );
  for (let second = 0; second < seconds; second += 1) {
    for (const [at, press] of KEYS) if (at === second) press(session);
    let left = 1;
    for (let nth = 0; left > 1e-9; nth += 1) {
      const pause = Math.min(left, pauses[nth % pauses.length]!);
      session.tick(pause);
      left -= pause;
    }
  }
  return session;
}

const FAST = Array.from({ length: 60 }, () => 1 / 60);

describe.each([
  ['Safe Retreat Under a Speed Limit', 40],
  ['Low Orbit Rendezvous', 60],
  ['Station Keeping Near a Target', 40],
  ['Geostationary Slot Recovery', 300],
])('%s', (title, seconds) => {
  it.each([
    ['four pictures a second', [0.25]],
    ['seven pictures a second', Array.from({ length: 7 }, () => 1 / 7)],
    ['irregular pictures', [0.013, 0.24, 0.004, 0.1, 0.19]],
  ])('computes the same flight with sixty pictures a second and with %s', (_, pauses) => {
    const smooth = play(title, seconds, FAST).read().flight;
    const rough = play(title, seconds, pauses).read().flight;
    expect([rough.outcome, rough.burns, rough.visited]).toEqual([smooth.outcome, smooth.burns, smooth.visited]);
    expect(scoreOf(rough, flightModule).points).toBe(scoreOf(smooth, flightModule).points);
    expect(rough.fuelUsed).toBe(smooth.fuelUsed);
    expect(rough.elapsed).toBeCloseTo(smooth.elapsed, 6);
    expect(rough.missed).toBeCloseTo(smooth.missed, 6);
    expect(smooth.elapsed).toBeGreaterThan(100);
  });
});

it('does not jump after the computer slept', () => {
  const session = new FlightSession(scenarios[0]!, flightModule);
  session.tick(3_600);
  expect(session.read().flight.elapsed).toBeCloseTo(2.5);
});

it('shows the position between two steps', () => {
  const session = new FlightSession(scenarios[0]!, flightModule);
  session.tick(0.05);
  const { elapsed, state } = session.read().flight;
  expect(elapsed).toBeCloseTo(0.5);
  expect(state.position).not.toEqual(scenarios[0]!.start.position);
});

describe('a warp', () => {
  const titled = (title: string) => scenarios.find((scenario) => scenario.title === title)!;
  const RENDEZVOUS = titled('Low Orbit Rendezvous');

  /** Plays until time is paused, and returns the seconds of play time that took. */
  function playOut(session: FlightSession, pause: number): number {
    let seconds = 0;
    for (; !session.read().paused && seconds < 60; seconds += pause) session.tick(pause);
    return seconds;
  }

  it.each([0.016, 0.1, 0.25])('stops at the whole step with pictures %p s apart, in the same flight', (pause) => {
    const session = new FlightSession(RENDEZVOUS, flightModule);
    session.tick(0.07);
    session.warpTo(1_801);
    expect(session.read()).toMatchObject({ warpTo: 1_802, paused: false });
    const seconds = playOut(session, pause);
    expect(seconds).toBeGreaterThan(1);
    expect(seconds).toBeLessThan(3);
    expect(session.read()).toMatchObject({ warpTo: null, warpEnd: 'arrived', paused: true });
    const flown = advance(startFlight(RENDEZVOUS, flightModule), 901, 'target', flightModule);
    expect(session.read().flight).toEqual(flown);
  });

  it('takes the same time for a day as for an hour', () => {
    const session = new FlightSession(titled('Geostationary Slot Recovery'), flightModule);
    session.warpTo(86_400);
    expect(playOut(session, 0.1)).toBeLessThan(3);
    expect(session.read().flight.elapsed).toBe(86_400);
  });

  it('advances by at least one step', () => {
    const session = new FlightSession(RENDEZVOUS, flightModule);
    session.warpTo(0);
    playOut(session, 0.1);
    expect(session.read().flight.elapsed).toBe(2);
  });

  it('ends early at the first step that is close to a speed limit', () => {
    const session = new FlightSession(titled('Safe Retreat Under a Speed Limit'), flightModule);
    session.setPlan([0, -0.44, 0]);
    session.fire();
    session.warpTo(3_600);
    playOut(session, 0.1);
    const { flight, warpEnd } = session.read();
    expect([warpEnd, flight.outcome, flight.limit]).toEqual(['speed limit', 'flying', { speed: 0.6, isNear: true }]);
    expect(flight.elapsed).toBeGreaterThan(2);
    expect(flight.elapsed).toBeLessThan(3_600);
  });

  it.each<[string, (session: FlightSession) => void, boolean]>([
    ['is cancelled and pauses', (session) => session.cancelWarp(), true],
    ['ends with a pause', (session) => session.pause(true), true],
    ['ends when the speed of time changes', (session) => session.warpBy(1), false],
    ['ends with a burn', (session) => session.fire(), false],
  ])('%s', (_, press, paused) => {
    const session = new FlightSession(RENDEZVOUS, flightModule);
    session.setPlan([0, 0.1, 0]);
    session.warpTo(3_600);
    session.tick(0.1);
    press(session);
    expect(session.read()).toMatchObject({ warpTo: null, warpEnd: null, paused });
    expect(session.read().flight.elapsed).toBeLessThan(400);
  });

  it('records a trail as fine as without a warp', () => {
    const session = new FlightSession(RENDEZVOUS, flightModule);
    session.warpTo(5_000);
    playOut(session, 0.25);
    expect(session.trail.length).toBeGreaterThan(250);
  });
});

it('rounds the plan to hundredths of a metre a second', () => {
  const session = new FlightSession(scenarios[0]!, flightModule);
  session.setPlan([0.123, -0.004, 2]);
  expect(session.read().plan).toEqual([0.12, 0, 2]);
});

it('shows the engine as cooling until a burn would be carried out', () => {
  const session = new FlightSession(
    scenarioOf({ ...NEW_SANDBOX.data, orbit: 'geostationary', cooldown: 10 }),
    flightModule,
  );
  const plan = (): void => session.setPlan([0, 0.1, 0]);
  plan();
  session.fire();
  plan();
  // the picture has advanced by 15 of the 30 seconds of a step, but by no whole step
  for (let ticks = 0; ticks < 2; ticks += 1) session.tick(0.025);
  expect(session.read()).toMatchObject({ refusal: 'cooling', warp: 300 });
  session.fire();
  expect(session.read().flight.burns).toBe(1);
  for (let ticks = 0; ticks < 2; ticks += 1) session.tick(0.025);
  expect(session.read().refusal).toBeNull();
  session.fire();
  expect(session.read().flight.burns).toBe(2);
});
