import { scenarios } from '../flight/scenarios.js';
import { scoreOf } from '../flight/score.js';
import { compiledFlightModule } from '../testing/compiled-flight-module.js';
import { FlightSession } from './flight-session.js';

const flightModule = compiledFlightModule();

/** Keys somebody presses, and at which second of playing. */
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

/** Plays so many seconds with pictures that come as far apart as `pauses` says, again and again. */
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
    ['seven', Array.from({ length: 7 }, () => 1 / 7)],
    ['any number', [0.013, 0.24, 0.004, 0.1, 0.19]],
  ])('is the same flight with sixty pictures a second and with %s', (_, pauses) => {
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

it('does not jump when the computer slept', () => {
  const session = new FlightSession(scenarios[0]!, flightModule);
  session.tick(3_600);
  expect(session.read().flight.elapsed).toBeCloseTo(2.5);
});

it('shows where one is between two steps, too', () => {
  const session = new FlightSession(scenarios[0]!, flightModule);
  session.tick(0.05);
  const { elapsed, state } = session.read().flight;
  expect(elapsed).toBeCloseTo(0.5);
  expect(state.position).not.toEqual(scenarios[0]!.start.position);
});
