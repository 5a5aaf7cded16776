import { burnRefusal, startFlight } from '../flight/flight.js';
import { LOW_ORBIT } from '../flight/orbit.js';
import type { FlightScenario } from '../flight/scenario.js';
import { scenarios } from '../flight/scenarios.js';
import { hintOf } from './coach.js';
import { compiledFlightModule } from '../testing/compiled-flight-module.js';
import type { Instruments } from './flight-session.js';

const flightModule = compiledFlightModule();
const titled = (title: string): FlightScenario => scenarios.find((scenario) => scenario.title === title)!;
const APPROACH = titled('Approach Along the Velocity Vector');
const FRAMES = titled('Frames of Reference');
const HOPS = titled('Relative Motion in Low Orbit');

function at(
  scenario: FlightScenario,
  flight: Partial<Instruments['flight']>,
  more: Partial<Instruments> = {},
): Instruments {
  const now = { ...startFlight(scenario, flightModule), ...flight };
  const plan = more.plan ?? [0, 0, 0];
  const refusal = burnRefusal(now, plan, flightModule);
  const controls = { frame: 'target', warp: 10, step: 0.1, paused: false, warpTo: null, warpEnd: null } as const;
  return { flight: now, plan, refusal, ...controls, ...more };
}

describe('hintOf', () => {
  it.each([
    ['at the beginning', at(APPROACH, {}), /^Plan a burn with the arrows\./],
    ['with a plan', at(APPROACH, {}, { plan: [0, 0.1, 0] }), /^The orange path shows where this burn takes you\./],
    ['with several points', at(HOPS, {}, { plan: [0, 0.1, 0] }), /leads to the yellow sphere\.$/],
    ['while the engine cools', at(APPROACH, { coolAt: 60 }, { plan: [0, 0.1, 0] }), /^The engine is cooling\./],
    ['with too little fuel', at(APPROACH, {}, { plan: [0, 9, 0] }), /^This burn needs more fuel than is left\./],
    ['after a burn', at(APPROACH, { burns: 1 }), /^Speed up time/],
    ['at the goal', at(APPROACH, { burns: 2, secondsInGoal: 5 }), /^Hold your position/],
    ['near a limit', at(APPROACH, { limit: { speed: 0.3, isNear: true } }), /^You are close to the speed limit/],
    [
      'in the first frame',
      at(FRAMES, { observed: { target: 600, inertial: 0, spacecraft: 0 } }),
      /^Watch in this frame for 10:00/,
    ],
    [
      'when the time in one frame is complete',
      at(FRAMES, { observed: { target: 1_200, inertial: 0, spacecraft: 0 } }),
      /^You have watched long enough in this frame\. Next: Inertial, Spacecraft\.$/,
    ],
  ])('gives a hint %s', (_, now, hint) => {
    expect(hintOf(now)).toMatch(hint);
  });

  it('is null in Compete mode and after the end', () => {
    expect(hintOf(at(titled('Low Orbit Rendezvous'), {}))).toBeNull();
    expect(hintOf(at(APPROACH, { outcome: 'too fast' }))).toBeNull();
  });

  it('exists for every Learn scenario, all of which are in low orbit', () => {
    const taught = scenarios.filter(({ mode }) => mode === 'Learn');
    expect(taught.map((scenario) => [scenario.orbit, hintOf(at(scenario, {})) !== null])).toEqual(
      taught.map(() => [LOW_ORBIT, true]),
    );
  });
});
