import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { flyLegs } from '../testing/autopilot.js';
import { NEAR_OPTIMAL } from '../testing/near-optimal-flights.js';
import { compiledFlightModule } from '../testing/compiled-flight-module.js';
import { advance, burn, type Flight, FRAMES, point, startFlight } from './flight.js';
import type { FlightScenario } from './scenario.js';
import { scenarios } from './scenarios.js';
import { scoreOf } from './score.js';
import { aimAtTarget } from './aim.js';
import type { Vector } from './state.js';

const flightModule = compiledFlightModule();

const CUSTODY = 'Custody of a Manoeuvring Satellite';

const titled = (title: string): FlightScenario => scenarios.find((scenario) => scenario.title === title)!;
const shareOf = (flight: Flight): number => scoreOf(flight, flightModule).points / flight.scenario.maxScore;

describe('a near-optimal flight earns at least 90 %', () => {
  it.each(NEAR_OPTIMAL)('%s', (title, legs) => {
    const scenario = titled(title);
    const flight = flyLegs(
      scenario,
      legs.map((leg) => leg(scenario.orbit.period)),
      flightModule,
    );
    expect(flight.outcome).toBe('goal reached');
    expect(shareOf(flight)).toBeGreaterThanOrEqual(0.9);
  });

  it('Frames of Reference', () => {
    let flight = startFlight(titled('Frames of Reference'), flightModule);
    for (const frame of FRAMES) flight = advance(flight, 600, frame, flightModule);
    expect(shareOf(flight)).toBeGreaterThanOrEqual(0.9);
  });

  it('Safe Retreat Under a Speed Limit', () => {
    const scenario = titled('Safe Retreat Under a Speed Limit');
    const away = burn(startFlight(scenario, flightModule), [0.1, 0.1, -0.03], flightModule);
    expect(
      shareOf(advance(away, scenario.timeLimit / scenario.orbit.step, 'target', flightModule)),
    ).toBeGreaterThanOrEqual(0.9);
  });
});

/** Returns a deterministic sequence of numbers from 0 to 1. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

it.each(scenarios.map((scenario) => [scenario.title, scenario] as const))(
  'gives random keys less than 30 %% in %s',
  (_, scenario) => {
    const mostSteps = (0.1 * scenario.orbit.period) / scenario.orbit.step;
    for (let seed = 1; seed <= 8; seed += 1) {
      const random = sequence(seed);
      let flight = startFlight(scenario, flightModule);
      while (flight.outcome === 'flying') {
        const change: Vector = [random() * 2 - 1, random() * 2 - 1, random() * 2 - 1];
        flight = burn(flight, change, flightModule);
        flight = point(flight, aimAtTarget(flight.state), flightModule);
        flight = advance(flight, Math.ceil(random() * mostSteps), 'target', flightModule);
      }
      expect(shareOf(flight)).toBeLessThan(0.3);
    }
  },
);

it('contains the scenarios of the default catalogue, each with its maximum score', () => {
  const file = join(__dirname, '../../../api/features/catalogue/default-catalogue.json');
  const catalogue = JSON.parse(readFileSync(file, 'utf8')) as {
    scenarioId: string;
    scenarioTitle: string;
    scenarioType: string;
    gameMode: string;
    maxTotalScore: number;
  }[];
  const flights = catalogue.filter(({ scenarioType }) => scenarioType === 'Default');
  expect(scenarios.map(({ scenarioId, title, mode, maxScore }) => [scenarioId, title, mode, maxScore])).toEqual(
    flights.map((entry) => [entry.scenarioId, entry.scenarioTitle, entry.gameMode, entry.maxTotalScore]),
  );
});

it('has no two scenarios with the same start, budget and goal, and uses both orbits', () => {
  const summaries = scenarios.map(({ orbit, start, tank, cooldown, timeLimit, goal }) => ({
    orbit: orbit.name,
    start: JSON.stringify(start),
    budget: JSON.stringify([tank, cooldown, timeLimit]),
    goal: JSON.stringify(goal),
  }));
  for (const part of ['start', 'budget', 'goal'] as const) {
    expect(new Set(summaries.map((scenario) => scenario[part])).size).toBe(scenarios.length);
  }
  expect(new Set(summaries.map(({ orbit }) => orbit)).size).toBe(2);
});

it('loses custody of a target whose burns are not followed', () => {
  const flight = flyLegs(titled('Custody of a Manoeuvring Satellite'), [], flightModule);
  expect([flight.outcome, flight.secondsInGoal]).toEqual(['out of time', 0]);
});

it('loses a target whose burns are not followed, even if it was near at first', () => {
  let flight = advance(startFlight(titled(CUSTODY), flightModule), 900, 'target', flightModule);
  flight = burn(flight, [0, -0.5, 0], flightModule);
  while (flight.outcome === 'flying') {
    flight = point(flight, aimAtTarget(flight.state), flightModule);
    flight = advance(flight, 10, 'target', flightModule);
  }
  expect(flight.outcome).toBe('out of time');
  expect(flight.secondsInGoal).toBeGreaterThan(3_600);
});

it('makes a target evade a straight approach', () => {
  const scenario = titled('Sunlit Inspection of an Uncooperative Satellite');
  const legs = [{ to: [-225, -780, 0], seconds: 0.25 * scenario.orbit.period }, { ellipse: true }] as const;
  const flight = flyLegs(scenario, legs, flightModule);
  expect(flight.outcome).not.toBe('goal reached');
  expect(flight.targetBurns.evasive).toBeGreaterThan(0);
});
